/** The values of the form, and the request built from them. */
import {
  type certificateGenerate,
  DEFAULT_DAYS,
  type ECC_CURVES,
  isCaKind,
  type Issuer,
  type Kind,
} from "../../../../core/certificate/contract.ts";
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import type { HeldCa } from "./held-cas.ts";

export interface FormValues {
  names: readonly string[];
  kind: Kind;
  issuer: Issuer;
  /** The CA of this page that signs; null for another signer. `issuer` is then "existing-ca". */
  held: number | null;
  caCertificate: string;
  caPrivateKey: string;
  caPfx: string;
  caPassphrase: string;
  csr: string;
  commonName: string;
  organization: string;
  country: string;
  keyType: "ECC" | "RSA";
  /** As the select's value. */
  keySize: "2048" | "3072" | "4096";
  eccCurve: (typeof ECC_CURVES)[number];
  /** As the user typed it. */
  days: string;
  pathLength: string;
  nameConstraints: boolean;
  keepCaKey: boolean;
}

export const NO_VALUES: FormValues = {
  names: [""],
  kind: "tls-server",
  issuer: "new-ca",
  held: null,
  caCertificate: "",
  caPrivateKey: "",
  caPfx: "",
  caPassphrase: "",
  csr: "",
  commonName: "",
  organization: "",
  country: "",
  keyType: "ECC",
  keySize: "2048",
  eccCurve: "P-256",
  days: String(DEFAULT_DAYS),
  pathLength: "0",
  nameConstraints: true,
  keepCaKey: false,
};

/** The example, and the preset for localhost. Programs connect to any of the three. */
export const LOCAL_NAMES = ["localhost", "127.0.0.1", "::1"];

/** In the order of the form; the names' own fields come first. */
export const OPTION_FIELDS = [
  "kind",
  "issuer",
  "caCertificate",
  "caPrivateKey",
  "caPfx",
  "caPassphrase",
  "csr",
  "commonName",
  "organization",
  "country",
  "keyType",
  "keySize",
  "eccCurve",
  "days",
  "pathLength",
  "nameConstraints",
  "keepCaKey",
] as const satisfies readonly (keyof FormValues)[];
export type OptionField = (typeof OPTION_FIELDS)[number];

/** Who may sign a certificate of the kind. */
export function issuersOf(kind: Kind): readonly Issuer[] {
  if (kind === "root-ca") return ["self-signed"];
  if (kind === "intermediate-ca") return ["new-ca", "existing-ca"];
  return ["new-ca", "self-signed", "existing-ca"];
}

/** Whether a new CA is generated, so that its name constraints can be chosen. */
export const makesCa = ({ kind, issuer }: FormValues): boolean =>
  issuer === "new-ca" || kind === "root-ca";

/**
 * A name of a person or device, such as "alice" or "Jo Doe": no domain name, address or mailbox. It becomes the
 * common name of a client.
 */
const isPlainName = (name: string): boolean => !/[.@:*]/.test(name);

/**
 * Returns the request for the visible fields, without secrets in hidden fields. `ca` is the CA of this page that
 * signs. The key of a new CA is always in the answer: the page keeps it in memory to sign more.
 */
export function requestOf(
  { held: _, ...values }: FormValues,
  ca: Pick<HeldCa, "certificates" | "privateKey"> | null = null,
): RequestOf<typeof certificateGenerate> {
  const given = values.issuer === "existing-ca" && ca === null;
  const names = values.names.filter((name) => name.trim() !== "");
  const plain = values.kind === "tls-client" && values.commonName.trim() === ""
    ? names.find(isPlainName)
    : undefined;
  return {
    ...values,
    // An empty name keeps the place, because errors refer to names by their index.
    names: names.map((name) => name === plain ? "" : name),
    commonName: plain?.trim() ?? values.commonName,
    keepCaKey: values.issuer === "new-ca",
    keySize: Number(values.keySize) as 2048,
    days: wholeNumber(values.days),
    pathLength: isCaKind(values.kind) ? wholeNumber(values.pathLength) : 0,
    caCertificate: ca?.certificates ?? (given ? values.caCertificate : ""),
    caPrivateKey: ca?.privateKey ?? (given ? values.caPrivateKey : ""),
    caPfx: given ? values.caPfx : "",
    caPassphrase: given ? values.caPassphrase : "",
    csr: values.issuer === "self-signed" ? "" : values.csr,
  };
}

/** NaN for a text that is not a number, so that the contract reports it at its field. */
const wholeNumber = (text: string): number => text.trim() === "" ? NaN : Number(text);
