/** The values of the form "PEM to PFX", and the request built from them. */
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import type { pfxConvert, PfxEncryption } from "../../../../core/pfx/contract.ts";
import { used } from "../../run/run.ts";

export const CONVERT_FIELDS = [
  "certificate",
  "privateKey",
  "passphrase",
  "password",
  "encryption",
  "friendlyName",
] as const;
type ConvertField = (typeof CONVERT_FIELDS)[number];

export interface ConvertValues {
  certificate: string;
  privateKey: string;
  passphrase: string;
  password: string;
  encryption: PfxEncryption;
  friendlyName: string;
}

export const NO_PAIR: ConvertValues = {
  certificate: "",
  privateKey: "",
  passphrase: "",
  password: "",
  encryption: "3des-sha1",
  friendlyName: "",
};

export const loadExamples = () => import("../../../../core/examples.ts");

export async function examplePair(): Promise<ConvertValues> {
  const { exampleCertificate, exampleIssuer, examplePrivateKey } = await loadExamples();
  return {
    ...NO_PAIR,
    certificate: exampleCertificate + exampleIssuer,
    privateKey: examplePrivateKey,
    password: "Example-only!2026",
  };
}

/** In the specified request, null stands for no password. */
export const requestOf = (
  { password, passphrase, friendlyName, ...specified }: ConvertValues,
): RequestOf<typeof pfxConvert> => ({
  ...specified,
  password: password === "" ? null : password,
  ...used({ passphrase, friendlyName }),
});

/** Whether a text area is empty. The operation reports that before the page asks anything. */
export const isBlank = ({ certificate, privateKey }: ConvertValues): boolean =>
  !certificate.trim() || !privateKey.trim();

/** The entries that are not secret. */
export const publicOf = ({ certificate, encryption, friendlyName }: ConvertValues) => ({
  certificate,
  encryption,
  friendlyName,
});

/** Undoes a Reset of either form: the entries that are kept, and the others of the empty form. */
export const putBack = <Values extends object>(
  setValues: (change: () => Values) => void,
  empty: Values,
) =>
(kept: Partial<Values>): void => setValues(() => ({ ...empty, ...kept }));

/** The title of the result. */
export const READY = "PFX file is ready";
