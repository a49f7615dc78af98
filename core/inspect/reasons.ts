/** Why each finding matters, in one sentence for whoever has to decide what to do. */

const WHY: ReadonlyMap<string, string> = new Map(Object.entries({
  // Dates
  expired: "Clients refuse an expired certificate, whatever else is right.",
  not_yet_valid: "Clients refuse it until then; often it is a clock that is wrong.",
  expiring_soon: "Renewal takes time: what expires unseen takes the service down.",
  lifetime_too_long:
    "Browsers refuse public certificates that live longer than was allowed when they were issued.",
  superseded: "The older one in use by mistake is the commonest outage after a renewal.",

  // Keys and hashes
  weak_key: "Keys of this size are within reach of those who want to break them.",
  weak_signature: "A forger can make another certificate that bears the same signature.",
  key_algorithm_not_allowed: "Many clients cannot use such a key at all.",
  shared_factor: "Anyone who sees both keys works out both private keys in a moment.",
  modulus_even: "A key that is none protects nothing.",
  small_factor: "A modulus that falls apart protects nothing.",
  roca: "Keys of this faulty generator are broken for the price of a computer.",
  close_primes: "Anyone works out the private key in a moment.",
  exponent_one: "Anyone can forge its signatures.",
  exponent_even: "A key that is none protects nothing.",
  exponent_small:
    "Small exponents are safe only where padding is right; 65537 is what everybody uses.",
  key_unusable: "A server will not start with it, or will send what nobody can verify.",
  request_signature_invalid:
    "Authorities refuse it: it was changed, or does not belong to its key.",

  // Names
  san_missing: "Browsers and most libraries look for the name there and nowhere else.",
  san_malformed: "A name that is not well-formed matches nothing.",
  common_name_not_in_san:
    "Clients do not read the common name, so the name that it holds does not count.",
  unit_present: "Authorities no longer verify or issue it, so a renewal comes without it.",
  subject_empty: "A CA without a name cannot be found by those below it.",
  issuer_empty: "Nobody can tell who vouches for it.",

  // Purposes
  client_auth: "Mutual TLS that relies on it stops working with the next renewal.",
  leaf_is_ca: "Whoever has its key can issue certificates.",
  not_a_ca: "Clients refuse what it signed.",
  key_cert_sign_missing: "Clients refuse what it signed.",
  key_cert_sign_without_ca: "Clients refuse what it signs, and auditors ask why.",
  eku_missing: "Clients that ask for a purpose may refuse it.",
  eku_any: "Public authorities may not issue it, and its purpose is not limited.",
  server_auth_missing: "Browsers refuse it for a web server.",
  self_signed_leaf: "Only clients that were told to trust this very certificate accept it.",

  // Form
  unknown_critical_extension:
    "Clients must refuse a certificate with a critical extension that they do not know.",
  duplicate_extension: "Clients refuse it, or read the one of the two that you do not mean.",
  extension_malformed: "Clients that read it refuse the certificate.",
  version_invalid: "Strict clients refuse it.",
  version_1: "Without extensions it can neither be limited nor name more than one host.",
  signature_algorithm_mismatch: "Clients refuse it: one of the two algorithms was changed.",
  serial_number_invalid: "Revocation goes by serial number, and strict clients refuse such a one.",
  aki_missing: "Clients find its issuer more slowly, or the wrong one among several.",
  ski_missing: "Clients find it as an issuer more slowly, or a wrong one in its stead.",
  record_invalid:
    "An authority that cannot read the record must not issue, or ignores what you meant.",
}));

const GENERAL = {
  proof: "A client that checks it refuses the certificate.",
  policy: "Strict clients and auditors object to it; most others do not.",
} as const;

/** `kind`: whether the rule decides a proof, for the sentence when there is none of its own. */
export function whyOf(code: string, kind: keyof typeof GENERAL): string {
  return WHY.get(code) ?? GENERAL[kind];
}
