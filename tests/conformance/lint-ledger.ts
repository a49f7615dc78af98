/**
 * Errors that our rules find at zlint's good examples. Each is a good example of one lint and may
 * break others. For every code up to three certificates were looked at by hand, and each of those
 * errors is true. The number is how many certificates have it.
 */
interface Explained {
  readonly why: string;
  readonly codes: Readonly<Record<string, number>>;
}

export const TRUE_ERRORS_OF_GOOD: readonly Explained[] = [
  {
    why:
      "Made for one lint, with little else in it: no identifiers, no addresses, no policies, no purposes, no names, no issuer, a serial number of a few bytes.",
    codes: {
      access_missing: 29,
      aki_missing: 25,
      aki_without_key: 33,
      ca_country_missing: 1,
      ca_crl_points_missing: 3,
      ca_policies_missing: 1,
      crl_address_missing: 1,
      issuer_empty: 11,
      issuer_without_name: 11,
      ocsp_address_missing: 18,
      policies_missing: 24,
      purposes_missing: 27,
      revocation_missing: 3,
      san_missing: 27,
      san_not_present: 26,
      serial_too_short: 22,
      ski_missing: 6,
      subject_and_san_missing: 9,
      version_1: 1,
      version_not_3: 1,
    },
  },
  {
    why:
      "Written by a generator with faults: unused bits of key usage are not counted, the signature algorithm lacks NULL, extensions are marked as they must not be, alternative names are noise, a serial number is longer than 20 bytes, the INTEGER of inhibitAnyPolicy has no content.",
    codes: {
      access_critical: 2,
      aia_critical: 4,
      ca_access_critical: 1,
      ca_key_usage_not_critical: 1,
      eku_critical: 1,
      // inhibitAnyPolicy is the octets 02 01: an INTEGER without its value.
      extension_malformed: 5,
      ian_uri_host_incomplete: 1,
      ian_uri_malformed: 1,
      ian_uri_relative: 1,
      inhibit_any_policy_not_critical: 5,
      key_usage_unused_bits_wrong: 24,
      name_constraints_not_critical: 9,
      policy_twice: 1,
      san_criticality: 2,
      san_dns_not_ascii: 5,
      san_malformed: 7,
      san_name_empty: 2,
      san_not_critical_without_subject: 2,
      san_uri_host_incomplete: 5,
      san_uri_malformed: 5,
      san_uri_relative: 5,
      serial_number_invalid: 2,
      serial_too_long: 2,
      signature_parameters_not_null: 20,
    },
  },
  {
    why: "An end entity with the usages, purposes or constraints of a CA, or a CA without its own.",
    codes: {
      ca_cannot_sign_certificates: 1,
      ca_cannot_sign_crls: 2,
      client_auth_chrome: 1,
      ec_key_encipherment: 1,
      ec_key_usage_tls: 2,
      eku_any: 3,
      eku_mixed: 1,
      key_cert_sign_missing: 3,
      key_cert_sign_without_ca: 9,
      key_usage_purpose_inconsistent: 8,
      // Keys that may agree on keys or encrypt them, and not sign the handshake.
      key_usage_unfit: 5,
      leaf_signs_certificates: 4,
      leaf_signs_crls: 4,
      mail_purpose: 1,
      name_constraints_in_leaf: 5,
      name_constraints_without_ca: 5,
      rsa_leaf_key_usage: 10,
    },
  },
  {
    why: "A subject that says more or less than its policies allow, in another order, or twice.",
    codes: {
      dv_subject: 5,
      iv_without_name: 1,
      locality_without_name: 1,
      ov_without_country: 1,
      ov_without_place: 1,
      person_without_policy: 2,
      somebody_without_country: 2,
      somebody_without_locality: 1,
      street_without_name: 1,
      subject_order: 1,
      subject_type_twice: 3,
      unit_forbidden: 1,
      unit_without_organization: 1,
    },
  },
  {
    why:
      "Names that are made up, are not repeated among the alternative names, have underscores, or are reserved.",
    codes: {
      common_name_not_a_name: 15,
      common_name_not_exactly_a_name: 5,
      common_name_reserved_address: 1,
      dns_domain_underscore: 1,
      domain_underscore: 1,
      host_top_level_unknown: 9,
      reverse_zone_reserved: 1,
      san_reserved_address: 1,
      underscore_long_lived: 1,
    },
  },
  {
    why:
      "Keys, signatures and lifetimes that were no longer allowed: RSA of 1,024 bits (its primes are found at the first step of Fermat's method), P-224, SHA-1, ten years.",
    codes: {
      curve_not_allowed: 2,
      lifetime_over_200_days: 1,
      lifetime_over_398_days: 6,
      lifetime_over_825_days: 1,
      rsa_below_2048: 4,
      rsa_below_2048_mozilla: 4,
      // P-521, and curves that browsers do not support.
      server_key_p521: 1,
      server_key_unsupported: 3,
      rsa_close_primes: 1,
      signature_sha1: 1,
    },
  },
  {
    why:
      "What the lint means to be good breaks another rule: an address of LDAP beside one of HTTP, a minimum that is written out, a mask with holes, an old name in .onion without its descriptor, Punycode of a capital letter (RFC 5891, 5.4).",
    codes: {
      dns_punycode_wrong: 1,
      name_constraint_malformed: 1,
      name_constraints_minimum: 1,
      ocsp_address_not_http: 1,
      onion_descriptor_wrong: 1,
    },
  },
];
