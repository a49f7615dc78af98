/** Rules about key usage: its encoding, and whether it is consistent with key and purposes. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { rfc3279, rfc5280, rfc5480, rfc8813 } from "../../documents.ts";
import { lint, type LintExamined, type LintRules, SINCE } from "./examined.ts";
import { elements } from "../../asn1/elements.ts";

/** Returns the content of the BIT STRING: the number of unused bits, then the bits. */
const bits = (examined: LintExamined): Uint8Array | null =>
  examined.once("key usage", () => {
    const content = examined.content(EXTENSION.keyUsage);
    const [value] = content ? elements(content) : [];
    return value?.tag === 0x03 && value.length > 1 ? value.content : null;
  });

/** Returns whether the BIT STRING is empty. */
const isEmpty = (examined: LintExamined): boolean => {
  const [value] = elements(examined.content(EXTENSION.keyUsage)!);
  return value?.tag === 0x03 && value.content.length === 1 && value.content[0] === 0;
};

/** Returns the number of zero bits at the end of the octets. */
function trailingZeros(octets: Uint8Array): number {
  let count = 0;
  for (let i = octets.length - 1; i >= 0; i--) {
    if (octets[i] !== 0) return count + Math.log2(octets[i] & -octets[i]);
    count += 8;
  }
  return 0;
}

/** Key usages that are consistent with each purpose (RFC 5280, 4.2.1.12). */
const CONSISTENT: Readonly<Record<string, readonly string[]>> = {
  serverAuth: ["digitalSignature", "keyEncipherment", "keyAgreement"],
  clientAuth: ["digitalSignature", "keyAgreement"],
  codeSigning: ["digitalSignature"],
  emailProtection: ["digitalSignature", "nonRepudiation", "keyEncipherment", "keyAgreement"],
  timeStamping: ["digitalSignature", "nonRepudiation"],
  OCSPSigning: ["digitalSignature", "nonRepudiation"],
};

/** Returns whether the usages are consistent with the purposes together. An unknown purpose allows all. */
function isConsistent(usages: readonly string[], purposes: readonly string[]): boolean {
  const allowed = new Set<string>();
  for (const purpose of purposes) {
    if (!Object.hasOwn(CONSISTENT, purpose)) return true;
    for (const usage of CONSISTENT[purpose]) allowed.add(usage);
  }
  if (usages.length === 0 || !usages.every((usage) => allowed.has(usage))) return false;
  // RFC 5280 allows either of the two for one purpose; two purposes may need one each.
  return !(usages.includes("keyEncipherment") && usages.includes("keyAgreement") &&
    purposes.length === 1);
}

const isRsa = ({ keyAlgorithm }: LintExamined) => keyAlgorithm === "RSA";
const isEc = ({ keyAlgorithm }: LintExamined) => keyAlgorithm === "EC";
const NEVER_RSA = ["keyAgreement", "encipherOnly", "decipherOnly"] as const;

export const keyUsageLints = {
  key_usage_without_bits: lint({
    clause: rfc5280("4.2.1.3"),
    since: SINCE.rfc5280,
    title: "Key usage allows nothing",
    on: EXTENSION.keyUsage,
    check: (examined) => examined.keyUsage?.length === 0,
  }),
  key_usage_unused_bits_wrong: lint({
    clause: rfc5280("4.2.1.3; X.690, 11.2.2"),
    title: "Key usage has a wrong count of unused bits",
    on: EXTENSION.keyUsage,
    check: (examined) => {
      const octets = bits(examined);
      return octets !== null && octets[0] !== trailingZeros(octets.subarray(1));
    },
  }),
  key_usage_trailing_zeros: lint({
    clause: rfc5280("4.2.1.3; X.690, 11.2.2"),
    title: "Key usage has trailing zero octets",
    on: EXTENSION.keyUsage,
    check: (examined) => {
      const octets = bits(examined);
      return octets !== null && octets[octets.length - 1] === 0;
    },
  }),
  key_usage_too_long: lint({
    clause: rfc5280("4.2.1.3"),
    since: SINCE.rfc5280,
    title: "Key usage has undefined bits",
    on: EXTENSION.keyUsage,
    check: (examined) => {
      const octets = bits(examined);
      if (octets === null) return !isEmpty(examined);
      // Unused bits must be zero.
      const unused = octets[0];
      if (unused > 7 || octets[octets.length - 1] & ((1 << unused) - 1)) return true;
      // Nine bits are defined, so there are at most nine from the first set bit to the last one.
      const first = octets.subarray(1).findIndex((octet) => octet !== 0);
      if (first < 0) return false;
      const place = first * 8 + Math.clz32(octets[first + 1]) - 24;
      return (octets.length - 1) * 8 - unused - place > 9;
    },
  }),
  key_usage_purpose_inconsistent: lint({
    clause: rfc5280("4.2.1.12"),
    since: SINCE.rfc5280,
    roles: ["leaf"],
    title: "Key usage does not match the extended key usage",
    on: EXTENSION.keyUsage,
    check: ({ keyUsage, purposes }) =>
      keyUsage !== null && purposes !== null && purposes.length > 0 &&
      !isConsistent(keyUsage, purposes),
  }),
  ec_key_encipherment: lint({
    clause: rfc8813("3"),
    since: SINCE.rfc8813,
    title: "Key usage allows encryption, which an elliptic curve key cannot do",
    on: EXTENSION.keyUsage,
    check: (examined) => isEc(examined) && examined.uses("keyEncipherment", "dataEncipherment"),
  }),
  ec_key_usage_unusual: lint({
    severity: "info",
    clause: rfc5480("3"),
    since: SINCE.requirements,
    roles: ["leaf"],
    title: "Its elliptic curve key has an unusual key usage",
    on: EXTENSION.keyUsage,
    check: (examined) =>
      isEc(examined) &&
      (examined.keyUsage ?? []).some((usage) =>
        !["digitalSignature", "nonRepudiation", "keyAgreement"].includes(usage)
      ),
  }),
  rsa_ca_key_usage: lint({
    clause: rfc3279("2.3.1"),
    since: SINCE.rfc3279,
    roles: ["intermediate", "root"],
    title: "Key usage allows key agreement, which an RSA key cannot do",
    on: EXTENSION.keyUsage,
    check: (examined) => isRsa(examined) && examined.uses(...NEVER_RSA),
  }),
  rsa_leaf_key_usage: lint({
    clause: rfc3279("2.3.1"),
    since: SINCE.rfc3279,
    roles: ["leaf"],
    title: "Key usage has a bit that the RSA key of an end entity must not have",
    on: EXTENSION.keyUsage,
    check: (examined) => isRsa(examined) && examined.uses(...NEVER_RSA, "keyCertSign", "cRLSign"),
  }),
  rsa_ca_enciphers: lint({
    severity: "warning",
    clause: rfc3279("2.3.1"),
    since: SINCE.rfc3279,
    roles: ["intermediate", "root"],
    title: "Its RSA key may sign certificates or CRLs, and encrypt as well",
    on: EXTENSION.keyUsage,
    check: (examined) =>
      isRsa(examined) && examined.uses("keyCertSign", "cRLSign") &&
      examined.uses("keyEncipherment", "dataEncipherment"),
  }),
} satisfies LintRules;
