/** What each rule means for whoever runs the server, and what to do. One entry a code. */
import type { ProblemCode } from "../../../../core/chain/problems.ts";

export interface Advice {
  /** The problem in a few words. */
  title: string;
  /** What to do about it. */
  advice: string;
}

const REISSUE = "Have the certificate issued again; what is signed cannot be changed.";
const OTHER_CA = "Only the authority can repair its certificate. Ask it, or take another one.";

export const ADVICE: Readonly<Record<ProblemCode, Advice>> = {
  signature_invalid: {
    title: "Signature does not hold",
    advice:
      "The certificate was changed, or it was issued by another key of the same name. Fetch the chain anew from the authority.",
  },
  signature_unverifiable: {
    title: "Signature cannot be verified here",
    advice: "Its algorithm is not supported by this engine. Check it with openssl verify.",
  },
  signature_algorithm_mismatch: { title: "Two signature algorithms", advice: REISSUE },
  expired: {
    title: "Expired",
    advice: "Renew it. If it is not the end entity, fetch the current one from the authority.",
  },
  not_yet_valid: {
    title: "Not yet valid",
    advice: "Check the clock of this machine, or wait until the certificate begins.",
  },
  issuer_not_found: {
    title: "ISSUER NOT FOUND",
    advice:
      "Add the intermediate certificates of the authority below the certificate. If it tells where they are, they can be completed online.",
  },
  self_signed: {
    title: "Self-signed",
    advice: "Nobody vouches for it but itself. Take a certificate from an authority.",
  },
  not_a_ca: {
    title: "Signed by what is no CA",
    advice: "A certificate that is no CA must not sign others. Use one that a CA issued.",
  },
  path_length_exceeded: { title: "Too many CAs below one", advice: OTHER_CA },
  key_cert_sign_missing: { title: "Key must not sign certificates", advice: OTHER_CA },
  name_not_permitted: {
    title: "Name outside of what is permitted",
    advice: "The authority may certify certain names alone. Leave the name out or use another CA.",
  },
  name_excluded: {
    title: "Name that is excluded",
    advice: "The authority must not certify this name. Leave it out or use another CA.",
  },
  name_constraint_unsupported: {
    title: "Constraint on names that cannot be checked",
    advice: "Leave out alternative names of that kind.",
  },
  name_constraint_malformed: { title: "Name constraints cannot be read", advice: OTHER_CA },
  unknown_critical_extension: {
    title: "Unknown critical extension",
    advice: "Clients must refuse what they do not know and is critical. Issue it without.",
  },
  duplicate_extension: { title: "Extension is there twice", advice: REISSUE },
  extension_malformed: { title: "Extension cannot be read", advice: REISSUE },
  version_invalid: { title: "Wrong version", advice: REISSUE },
  issuer_empty: { title: "Issuer has no name", advice: REISSUE },
  eku_not_permitted: {
    title: "CA is not for this purpose",
    advice: "The CA passes on other purposes than the certificate has. Use a CA for servers.",
  },
  server_auth_missing: {
    title: "Not for servers",
    advice: "Have it issued with the purpose serverAuth (TLS web server authentication).",
  },
  host_name_mismatch: {
    title: "Host name does not match",
    advice: "Issue the certificate for this name, or let the server send the one that has it.",
  },
  weak_signature: { title: "Weak signature", advice: "Have it signed with SHA-256 or better." },
  weak_key: {
    title: "Weak key",
    advice: "Make a new key: RSA with at least 2048 bits, or P-256.",
  },
  key_algorithm_not_allowed: {
    title: "Key that browsers do not take",
    advice: "Make a new key: RSA with 2048, 3072 or 4096 bits, or on P-256, P-384 or P-521.",
  },
  lifetime_too_long: {
    title: "Valid for too long",
    advice: "Browsers refuse it under public roots. Have it issued for a shorter time.",
  },
  san_missing: {
    title: "No alternative names",
    advice: "Browsers ignore the common name. Issue it with its names as alternative names.",
  },
  san_malformed: { title: "Alternative name is malformed", advice: REISSUE },
  san_internal_name: {
    title: "Name of a local network",
    advice: "No public authority certifies it. Use a name with a domain, or a private authority.",
  },
  san_criticality: { title: "Alternative names wrongly marked", advice: REISSUE },
  common_name_not_in_san: {
    title: "Common name is no alternative name",
    advice: "Nothing looks at it any more. Let it repeat one of the alternative names.",
  },
  leaf_is_ca: {
    title: "A CA used as a server's certificate",
    advice: "Issue a certificate for the server that is no CA.",
  },
  key_cert_sign_without_ca: { title: "May sign, but is no CA", advice: REISSUE },
  key_usage_missing: { title: "CA without key usage", advice: OTHER_CA },
  key_usage_empty: { title: "Key usage allows nothing", advice: REISSUE },
  key_usage_unfit: {
    title: "Key usage does not fit servers",
    advice: "Issue it with digitalSignature, and with keyEncipherment for RSA.",
  },
  aki_missing: { title: "Issuer's key is not named", advice: REISSUE },
  aki_malformed: { title: "Issuer's key is named wrongly", advice: REISSUE },
  aki_critical: { title: "Issuer's key identifier is critical", advice: REISSUE },
  ski_missing: { title: "CA does not name its key", advice: OTHER_CA },
  ski_critical: { title: "Key identifier is critical", advice: OTHER_CA },
  aia_critical: { title: "Pointer to the issuer is critical", advice: REISSUE },
  aia_malformed: { title: "Pointer to the issuer cannot be read", advice: REISSUE },
  eku_missing: {
    title: "No purpose given",
    advice: "It works today; authorities must name the purpose serverAuth.",
  },
  eku_any: { title: "For any purpose", advice: "Have it issued for serverAuth alone." },
  eku_mixed: {
    title: "For other purposes besides",
    advice: "Have one certificate for the server, and others for other purposes.",
  },
  eku_critical: { title: "Purposes are marked as critical", advice: REISSUE },
  eku_in_root: { title: "Root is limited to purposes", advice: OTHER_CA },
  basic_constraints_not_critical: { title: "CA is not marked as critical", advice: OTHER_CA },
  path_length_without_ca: { title: "Path length in what is no CA", advice: REISSUE },
  name_constraint_odd: {
    title: "Unusual name constraint",
    advice: "A DNS name constraint has no dot at its start. Some clients refuse it.",
  },
  name_constraints_in_leaf: { title: "Name constraints in the end entity", advice: REISSUE },
  policy_constraints_not_critical: {
    title: "Policy constraints are not critical",
    advice: OTHER_CA,
  },
  inhibit_any_policy_not_critical: {
    title: "Limit on policies is not critical",
    advice: OTHER_CA,
  },
  serial_number_invalid: { title: "Bad serial number", advice: REISSUE },
  validity_malformed: { title: "Dates are written wrongly", advice: REISSUE },
  encoding_not_der: { title: "Not encoded as DER", advice: REISSUE },
  subject_empty: { title: "CA without a name", advice: OTHER_CA },
  version_1: { title: "Old version", advice: REISSUE },
  root_not_trusted: {
    title: "Private root",
    advice:
      "Install the root on the machines that are to trust it; for everybody else take a certificate from a public authority.",
  },
  policies_not_evaluated: {
    title: "Policies are not evaluated",
    advice: "Nothing, unless your clients demand a certain certificate policy.",
  },
  expiring_soon: { title: "Expires soon", advice: "Renew it in time, and let that be automatic." },
};
