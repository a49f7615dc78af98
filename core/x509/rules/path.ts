/** Rules about a path as a whole: the links between its certificates, and its end. */
import { merkleTrees, mozillaPolicy, practice, rfc5280, rfc7633 } from "../documents.ts";
import * as X509_TEXT from "../texts.ts";
import { ADVICE, policy, proof, publicPolicy, type Rules, WHY } from "./rule.ts";

/** The message of `issuer_not_found`, and the part of its advice that does not need a network. */
export const ISSUER_NOT_FOUND =
  "The certificate of its issuer is not among the given ones or in the trust store.";
export const ADD_ISSUER = "Add the certificate of its issuer: an intermediate, or the root of a " +
  "private CA.";

/** A CA whose extended key usage lacks the purpose of the certificate, whether this breaks the proof or not. */
const NOT_FOR_PURPOSE = {
  title: "CA is not for this purpose",
  advice:
    "The extended key usage of the CA does not include this purpose. Use a CA that is for it.",
};

const PERMITTED = "Clients refuse a name outside the name constraints of a CA.";

export const pathRules = {
  signature_invalid: proof({
    clause: rfc5280("6.1.3 (a)(1)"),
    title: "Signature is not valid",
    why: "Clients refuse a certificate that its issuer did not sign.",
    advice: "The certificate was changed, or another key of the same name issued it. " +
      "Get the chain again from the CA.",
  }),
  signature_unverifiable: proof({
    severity: "warning",
    clause: rfc5280("6.1.3 (a)(1)"),
    title: "Signature could not be verified",
    why: "This tool could not check whether the issuer signed it.",
    advice: "This tool does not support its algorithm. Check it with openssl verify.",
  }),
  merkle_tree_certificate: policy({
    severity: "info",
    merkleTree: true,
    clause: merkleTrees("7"),
    title: "Merkle Tree Certificate",
    why: "Only clients that know this new kind of certificate and the log accept it.",
    advice: "We do not verify its proof yet. Give other clients a certificate that a CA signed.",
    at: "signature",
    check: ({ certificate }) =>
      certificate.isMerkleTree
        ? "A proof that a log lists it stands in place of an issuer's signature. This tool does not verify the proof."
        : null,
  }),
  issuer_not_found: proof({
    clause: rfc5280("6.1"),
    title: X509_TEXT.issuerNotFound,
    why: "Clients that do not know the issuer refuse the certificate.",
    advice: `${ADD_ISSUER} If the certificate has the address of its issuer, it can be fetched ` +
      "online.",
  }),
  self_signed: proof({
    clause: rfc5280("6.1"),
    title: "Self-signed",
    why: "Only clients on which this certificate is installed as trusted accept it.",
    advice: "Use a certificate that a CA issued, or install this one where it should be trusted.",
  }),
  self_signed_leaf: proof({
    severity: "info",
    clause: rfc5280("6.1"),
    title: "Self-signed",
    why: "Only clients on which this certificate is installed as trusted accept it.",
    advice: "Use a certificate that a CA issued, or install this one where it should be trusted.",
  }),
  root_not_trusted: policy({
    severity: "warning",
    clause: rfc5280("6.1.1 (d)"),
    title: "Private root",
    why: "Only machines on which the root is installed accept the certificate.",
    advice: "Install the root on the machines that should trust it. " +
      "Everywhere else, use a certificate from a public CA.",
  }),
  given_root_faulty: policy({
    clause: rfc5280("6.1.1 (d)"),
    title: "Root that you trust has a fault",
    why: "A trust anchor is a name and a key: nothing else of it is checked. " +
      "Some clients check more, and refuse such a root.",
    advice: "Replace the root where clients refuse it.",
  }),
  root_distrusted: publicPolicy({
    severity: "warning",
    clause: practice("The root programs of Mozilla and Chrome"),
    title: "A browser does not trust the root for new certificates",
    why:
      "A browser is removing the root: it refuses certificates that were issued after a certain day.",
    advice: "Get a certificate whose root all browsers trust, from this CA or another.",
  }),
  path_length_exceeded: proof({
    clause: rfc5280("6.1.4 (l)"),
    title: "Path is longer than a CA allows",
    why: WHY.refused,
    advice: ADVICE.authority,
  }),
  eku_not_permitted: proof({
    ...NOT_FOR_PURPOSE,
    clause: rfc5280("4.2.1.12; Mozilla Root Store Policy, 5.3"),
    why: WHY.refused,
  }),
  eku_not_nested: policy({
    ...NOT_FOR_PURPOSE,
    clause: mozillaPolicy("5.3"),
    why:
      "RFC 5280 allows it. Most clients limit a certificate to the purposes of its CAs, and refuse it.",
  }),
  ca_eku_any_only: policy({
    severity: "warning",
    privately: "warning",
    clause: rfc5280("4.2.1.12"),
    title: "The only purpose of a CA is any purpose",
    why:
      "RFC 5280 lets it pass, but OpenSSL and GnuTLS require serverAuth from the CA of a server.",
    advice: ADVICE.authority,
  }),
  root_eku_not_nested: policy({
    ...NOT_FOR_PURPOSE,
    severity: "warning",
    privately: "warning",
    clause: mozillaPolicy("5.3"),
    why:
      "RFC 5280 uses only the name and the key of a root, and so do Java and GnuTLS. Most clients refuse it.",
  }),
  root_eku_any_only: policy({
    severity: "warning",
    privately: "warning",
    clause: rfc5280("4.2.1.12"),
    title: "The only purpose of a root is any purpose",
    why: "RFC 5280 lets it pass, but OpenSSL requires serverAuth also from the root of a server.",
    advice: ADVICE.authority,
  }),
  policy_not_valid: proof({
    clause: rfc5280("6.1.3 (f), 6.1.5 (g)"),
    title: "No valid certificate policy",
    why: "A CA or the verifier requires a certificate policy. " +
      "Clients that check policies refuse the certificate.",
    advice: "Use a certificate whose policies are those of its CAs, up to the root.",
  }),
  policy_any_mapped: proof({
    clause: rfc5280("6.1.4 (a)"),
    title: "Mapping of anyPolicy",
    why: "Clients that check policies refuse the certificates that the CA signed.",
    advice: ADVICE.authority,
  }),
  name_not_permitted: proof({
    clause: rfc5280("6.1.3 (b)"),
    title: "Name is not permitted",
    why: PERMITTED,
    advice: "The CA may certify only certain names. Leave the name out or use another CA.",
  }),
  name_excluded: proof({
    clause: rfc5280("6.1.3 (c)"),
    title: "Name is excluded",
    why: PERMITTED,
    advice: "The CA must not certify this name. Leave it out or use another CA.",
  }),
  name_constraints_too_many: proof({
    clause: practice("The limits of Chrome and of Go"),
    title: "Too many names under too many name constraints",
    why:
      "Clients that would have to compare each name with each constraint refuse the certificate.",
    advice: "Use fewer names in one certificate, or fewer constraints in its CA.",
  }),
  name_constraint_unsupported: proof({
    clause: rfc5280("4.2.1.10"),
    title: "Name constraint cannot be checked",
    why: "Clients must refuse the certificate if they cannot check a constraint.",
    advice: "Leave out alternative names of this type.",
  }),
  tls_features_missing: proof({
    clause: rfc7633("4.2.2"),
    title: "TLS features of its CA are missing",
    why: "GnuTLS refuses the certificate. Browsers do not check this.",
    advice: "Get a certificate with all TLS features that the certificate of its CA has.",
  }),
} satisfies Rules;
