/**
 * The cases in which chain/analyze does not answer as a suite expects, each with the reason and the
 * clause. The tests fail for a disagreement without an entry, and for an entry without a disagreement.
 */
export interface Reason {
  readonly why: string;
  readonly clause: string;
  /** The code of the problem in our answer. */
  readonly reports?: string;
}

/** Errors of public authorities' rules on which no case of x509-limbo depends. */
export const RULES_LEFT_OUT: Readonly<Record<string, Reason>> = {
  lifetime_too_long: {
    why: "The certificates of x509-limbo are valid for centuries, and no case is about lifetimes.",
    clause: "Baseline Requirements, 6.3.2",
  },
  key_usage_unfit: {
    why: "The rule is about the handshake, which comes after path validation.",
    clause: "RFC 8446, 4.4.2.2",
  },
};

const DSA: Reason = {
  why: "DSA is obsolete and is not verified, so isValid is null.",
  clause: "FIPS 186-5, 4",
  reports: "signature_unverifiable",
};
const COMMON_NAME: Reason = {
  why: "No client reads the common name any more, so a wrong one is reported and refuses nothing.",
  clause: "RFC 9525, 2",
  reports: "common_name_not_in_san",
};
const OWN_ANCHOR: Reason = {
  why: "An end entity that the caller trusts is its own anchor; BoringSSL wants two certificates.",
  clause: "RFC 5280, 6.1.1 (d)",
};

export const CHAIN_LEDGER: Readonly<Record<string, Reason>> = {
  "webpki::cn::ipv4-hex-mismatch": COMMON_NAME,
  "webpki::cn::ipv4-leading-zeros-mismatch": COMMON_NAME,
  "webpki::cn::ipv6-uppercase-mismatch": COMMON_NAME,
  "webpki::cn::not-in-san": COMMON_NAME,
  "webpki::cn::case-mismatch": COMMON_NAME,
  "boringssl::many-names/ok-all-types": {
    why: "Its constraints on URIs are whole URIs, where a host or a domain is required.",
    clause: "RFC 5280, 4.2.1.10",
    reports: "name_constraint_malformed",
  },
  "boringssl::target-msapplicationpolicies-and-eku/main": {
    why: "Microsoft's application policies are critical and not known here.",
    clause: "RFC 5280, 4.2",
    reports: "unknown_critical_extension",
  },
  "boringssl::target-only/trusted_anchor": OWN_ANCHOR,
  "boringssl::target-selfissued/trusted_anchor": OWN_ANCHOR,
  "pkits::4.1.4::Section1ValidDSASignaturesTest4": DSA,
  "pkits::4.1.5::Section1ValidDSAParameterInheritanceTest5": DSA,
  "pkits: 4.1.4 Valid DSA Signatures Test4": DSA,
  "pkits: 4.1.5 Valid DSA Parameter Inheritance Test5": DSA,
};
