/** The values of the form, and the request built from them. */
import type { OutputOf, RequestOf } from "../../../../core/kernel/contract.ts";
import {
  csrGenerate,
  type csrPrefill,
  DEFAULT_COUNTRY,
  type DIGEST_ALGORITHMS,
  type ECC_CURVES,
} from "../../../../core/csr/contract.ts";
import { ORGANIZATION_UNITS } from "../../../../core/csr/organization-units.ts";
import { namesIn } from "../../lib/names-in.ts";
import { used } from "../../run/run.ts";

type Prefilled = OutputOf<typeof csrPrefill>;

export interface SubjectValues {
  certificateType: "SSL/TLS" | "S/MIME";
  commonName: string;
  organization: string;
  organizationUnit: string;
  city: string;
  state: string;
  country: string;
  email: string;
}

export interface FormValues extends SubjectValues {
  subjectAltNames: readonly string[];
  keyType: Exclude<RequestOf<typeof csrGenerate>["keyType"], undefined | null>;
  /** As the select's value. */
  keySize: "2048" | "3072" | "4096";
  eccCurve: (typeof ECC_CURVES)[number];
  digestAlgorithm: (typeof DIGEST_ALGORITHMS)[number];
  /** A DV certificate is wanted: the fields about the organization are disabled and not sent. */
  domainOnly: boolean;
  /** The user's own private key; "" to generate one. */
  privateKey: string;
  passphrase: string;
}

/** The fields about the organization, which a DV certificate does not need. */
export const ORGANIZATION_FIELDS: readonly string[] = [
  ...csrGenerate.optionalIf.domainOnly,
  "organizationUnit",
];

/** The fields of the key and its signature, in the order of the form. */
export const KEY_FIELDS = ["keyType", "keySize", "eccCurve", "digestAlgorithm"] as const;

export const NO_SUBJECT: SubjectValues = {
  certificateType: "SSL/TLS",
  commonName: "",
  organization: "",
  organizationUnit: ORGANIZATION_UNITS[0],
  city: "",
  state: "",
  country: DEFAULT_COUNTRY,
  email: "",
};

export const NO_VALUES: FormValues = {
  ...NO_SUBJECT,
  subjectAltNames: [],
  keyType: "RSA",
  keySize: "2048",
  eccCurve: "P-256",
  digestAlgorithm: "SHA-256",
  domainOnly: false,
  privateKey: "",
  passphrase: "",
};

/** Fills in the fields of the old certificate or request; the other fields stay as they were. */
export function withPrefilled(values: FormValues, { fields }: Prefilled): FormValues {
  const { keySize, ...others } = fields;
  const known = Object.entries({ ...others, keySize: keySize && `${keySize}` })
    .filter(([, value]) => value !== "" && value !== null);
  // A certificate without an organization is a DV certificate.
  const domainOnly = fields.certificateType === "SSL/TLS" && fields.organization === "";
  // If the old one has no unit, the field stays empty and does not take the default.
  return { ...values, organizationUnit: "", ...Object.fromEntries(known), domainOnly };
}

/** Whether the fields about the organization are disabled. Only SSL/TLS certificates have this choice. */
export const isDomainOnly = ({ certificateType, domainOnly }: FormValues): boolean =>
  domainOnly && certificateType === "SSL/TLS";

/** The subject as it is sent. */
export function subjectOf(values: FormValues): SubjectValues {
  const { certificateType, commonName } = values;
  const { organization, organizationUnit, city, state, country, email } = isDomainOnly(values)
    ? { organization: "", organizationUnit: "", city: "", state: "", country: "", email: "" }
    : values;
  return {
    ...{ certificateType, commonName, organization, organizationUnit, city, state, country },
    email,
  };
}

/** Splits a pasted list or URL: its first name becomes the common name, the others alternative names. */
export function withNames(values: FormValues): FormValues {
  const { certificateType, commonName, subjectAltNames } = values;
  const names = namesIn(commonName);
  const isList = names.length > 1 && names.every((name) => name.includes("."));
  const isAddress = names.length === 1 && commonName.includes("://");
  if (certificateType !== "SSL/TLS" || !isList && !isAddress) return values;
  const others = names.slice(1).filter((name) => !subjectAltNames.includes(name));
  return { ...values, commonName: names[0], subjectAltNames: [...subjectAltNames, ...others] };
}

export function requestOf(values: FormValues): RequestOf<typeof csrGenerate> {
  const { keyType, keySize, eccCurve, digestAlgorithm, privateKey, passphrase } = values;
  const key = privateKey.trim() !== ""
    ? { privateKey, passphrase }
    : keyType === "RSA" || keyType === "ECC"
    // Both are specified fields. The one that this type does not have, and that the form hides, is sent
    // as its default, so that it makes no difference between two requests.
    ? {
      keyType,
      keySize: Number(keyType === "RSA" ? keySize : NO_VALUES.keySize) as 2048 | 3072 | 4096,
      eccCurve: keyType === "ECC" ? eccCurve : NO_VALUES.eccCurve,
    }
    : { keyType };
  const options = {
    subjectAltNames: [...values.subjectAltNames],
    domainOnly: isDomainOnly(values),
  };
  return { ...subjectOf(values), digestAlgorithm, ...key, ...used(options) };
}
