/**
 * How root programs trust the roots in mozilla-roots.ts, by their index there. Written by
 * `deno task data` from web/build/data/programs.tsv, whose README names the sources.
 */
export const MOZILLA = {
  list: "NSS, 2026-05-01",
  /** Trusted for certificates that begin no later. */
  until: {} as Readonly<Record<number, string>>,
} as const;

export const CHROME = {
  name: "Chrome Root Store, version 36",
  /** The day on which the list was read; the list has none. */
  date: "2026-11-22",
  /** Trusted for certificates that a log had no later. */
  until: {
    // Telekom Security TLS ECC Root 2020
    23: "2027-08-30T23:59:59Z",
    // DigiCert Assured ID Root G3
    24: "2026-09-14T23:59:59Z",
    // SSL.com Root Certification Authority ECC
    34: "2026-06-14T23:59:59Z",
    // SSL.com EV Root Certification Authority ECC
    36: "2026-06-14T23:59:59Z",
    // D-TRUST EV Root CA 1 2020
    39: "2027-08-30T23:59:59Z",
    // D-TRUST BR Root CA 1 2020
    40: "2027-09-14T23:59:59Z",
    // DigiCert Assured ID Root G2
    49: "2026-09-14T23:59:59Z",
    // T-TeleSec GlobalRoot Class 2
    52: "2026-05-28T23:59:59Z",
    // T-TeleSec GlobalRoot Class 3
    53: "2026-05-28T23:59:59Z",
    // NetLock Arany (Class Gold) Főtanúsítvány
    58: "2025-07-31T23:59:59Z",
    // D-TRUST Root Class 3 CA 2 2009
    59: "2026-05-28T23:59:59Z",
    // D-TRUST Root Class 3 CA 2 EV 2009
    60: "2026-05-28T23:59:59Z",
    // TWCA Global Root CA
    62: "2026-09-14T23:59:59Z",
    // Buypass Class 2 Root CA
    69: "2025-10-31T23:59:59Z",
    // Buypass Class 3 Root CA
    70: "2025-10-31T23:59:59Z",
    // HiPKI Root CA - G1
    81: "2025-07-31T23:59:59Z",
    // DigiCert Trusted Root G4
    96: "2026-06-30T23:59:59Z",
    // SwissSign RSA TLS Root CA 2022 - 1
    97: "2027-06-14T23:59:59Z",
    // D-TRUST EV Root CA 2 2023
    103: "2027-08-30T23:59:59Z",
    // D-TRUST BR Root CA 2 2023
    104: "2027-09-14T23:59:59Z",
    // Telekom Security TLS RSA Root 2023
    105: "2027-08-30T23:59:59Z",
    // SSL.com Root Certification Authority RSA
    112: "2026-06-14T23:59:59Z",
    // SSL.com EV Root Certification Authority RSA R2
    114: "2026-06-14T23:59:59Z",
    // Izenpe.com
    116: "2026-04-14T23:59:59Z",
    // Certigna Root CA
    119: "2026-06-14T23:59:59Z",
  } as Readonly<Record<number, string>>,
  /** Not trusted. */
  absent: [
    12,
    13,
    14,
    16,
    25,
    28,
    37,
    44,
    46,
    56,
    76,
    79,
    83,
    85,
    87,
    98,
    101,
    110,
    117,
  ] as readonly number[],
  /** Younger than the list. */
  unknown: [] as readonly number[],
  /** Trusted, but no longer by Mozilla: by SHA-256, with the time as in `until`, or "". */
  others: {
    // ePKI Root Certification Authority
    "c0a6f4dc63a24bfdcf54ef2a6a082a0a72de35803e2ff5ff527ae5d87206dfd5": "2025-07-31T23:59:59Z",
  } as Readonly<Record<string, string>>,
} as const;

export const EXTENDED_VALIDATION = {
  /** OIDs of the policies that root programs accept for extended validation (CCADB, 2026-08-22). */
  policies: {
    // Amazon Root CA 3
    0: [
      "2.23.140.1.1",
    ],
    // Amazon Root CA 4
    2: [
      "2.23.140.1.1",
      "2.23.140.1.3",
    ],
    // GlobalSign Root E46
    6: [
      "2.23.140.1.1",
      "1.3.6.1.4.1.4146.10.1.1",
      "1.3.6.1.4.1.4146.1.1",
    ],
    // vTrus ECC Root CA
    7: [
      "2.23.140.1.1",
    ],
    // GlobalSign ECC Root CA - R5
    11: [
      "2.23.140.1.1",
      "1.3.6.1.4.1.4146.10.1.1",
      "1.3.6.1.4.1.4146.1.1",
      "2.23.140.1.3",
    ],
    // SecureSign Root CA15
    12: [
      "2.23.140.1.1",
    ],
    // BJCA Global Root CA2
    13: [
      "2.23.140.1.1",
    ],
    // emSign ECC Root CA - C3
    14: [
      "2.23.140.1.1",
      "2.23.140.1.3",
    ],
    // TrustAsia TLS ECC Root CA
    15: [
      "2.23.140.1.1",
    ],
    // OISTE Server Root ECC G1
    17: [
      "2.23.140.1.1",
    ],
    // SSL.com TLS ECC Root CA 2022
    19: [
      "2.23.140.1.1",
    ],
    // Sectigo Public Server Authentication Root E46
    20: [
      "2.23.140.1.1",
      "1.3.6.1.4.1.6449.1.2.1.5.1",
    ],
    // Telekom Security TLS ECC Root 2020
    23: [
      "2.23.140.1.1",
    ],
    // emSign ECC Root CA - G3
    26: [
      "2.23.140.1.1",
      "2.23.140.1.3",
    ],
    // HARICA TLS ECC Root CA 2021
    27: [
      "2.23.140.1.1",
    ],
    // TrustAsia Global Root CA G4
    28: [
      "2.23.140.1.1",
    ],
    // Certum EC-384 CA
    30: [
      "2.23.140.1.1",
    ],
    // OISTE WISeKey Global Root GC CA
    31: [
      "2.23.140.1.1",
    ],
    // AC RAIZ FNMT-RCM SERVIDORES SEGUROS
    32: [
      "2.23.140.1.1",
    ],
    // COMODO ECC Certification Authority
    33: [
      "1.3.6.1.4.1.6449.1.2.1.5.1",
      "2.23.140.1.1",
      "2.23.140.1.3",
    ],
    // USERTrust ECC Certification Authority
    35: [
      "1.3.6.1.4.1.6449.1.2.1.5.1",
      "2.23.140.1.1",
      "2.23.140.1.3",
    ],
    // SSL.com EV Root Certification Authority ECC
    36: [
      "2.23.140.1.1",
      "2.23.140.1.3",
      "1.3.6.1.4.1.38064.1.3.1.4",
      "1.3.6.1.4.1.38064.1.3.3.2",
    ],
    // Hellenic Academic and Research Institutions ECC RootCA 2015
    37: [
      "2.23.140.1.1",
      "0.4.0.2042.1.4",
      "1.3.6.1.4.1.26513.1.1.1.4",
      "2.23.140.1.3",
      "1.3.6.1.4.1.26513.1.1.4",
      "1.3.6.1.4.1.26513.1.3.3",
    ],
    // D-TRUST EV Root CA 1 2020
    39: [
      "2.23.140.1.1",
    ],
    // Amazon Root CA 1
    41: [
      "2.23.140.1.1",
    ],
    // GlobalSign Root CA - R3
    42: [
      "2.23.140.1.1",
      "1.3.6.1.4.1.4146.10.1.1",
      "1.3.6.1.4.1.4146.1.1",
      "2.23.140.1.3",
    ],
    // emSign Root CA - C1
    44: [
      "2.23.140.1.1",
    ],
    // Security Communication RootCA2
    45: [
      "1.2.392.200091.100.721.1",
      "2.23.140.1.1",
    ],
    // TWCA Root Certification Authority
    46: [
      "1.3.6.1.4.1.40869.1.1.22.3",
      "2.23.140.1.1",
    ],
    // emSign Root CA - G1
    48: [
      "2.23.140.1.1",
    ],
    // OISTE WISeKey Global Root GB CA
    50: [
      "2.16.756.5.14.7.4.8",
      "2.23.140.1.1",
    ],
    // Certum Trusted Network CA
    51: [
      "1.2.616.1.113527.2.5.1.1",
      "2.23.140.1.1",
      "2.23.140.1.3",
      "1.2.616.1.113527.2.5.1.7",
    ],
    // T-TeleSec GlobalRoot Class 3
    53: [
      "1.3.6.1.4.1.7879.13.24.1",
      "2.23.140.1.1",
    ],
    // Go Daddy Root Certificate Authority - G2
    54: [
      "2.16.840.1.114413.1.7.23.3",
      "2.23.140.1.1",
    ],
    // Starfield Root Certificate Authority - G2
    55: [
      "2.16.840.1.114414.1.7.23.3",
      "2.23.140.1.1",
    ],
    // Starfield Services Root Certificate Authority - G2
    56: [
      "2.23.140.1.1",
      "2.16.840.1.114414.1.7.24.3",
    ],
    // NetLock Arany (Class Gold) Főtanúsítvány
    58: [
      "2.23.140.1.1",
      "0.4.0.194112.1.4",
    ],
    // D-TRUST Root Class 3 CA 2 EV 2009
    60: [
      "1.3.6.1.4.1.4788.2.202.1",
      "2.23.140.1.1",
    ],
    // TWCA Global Root CA
    62: [
      "1.3.6.1.4.1.40869.1.1.22.3",
      "2.23.140.1.1",
    ],
    // Amazon Root CA 2
    63: [
      "2.23.140.1.1",
    ],
    // certSIGN Root CA G2
    65: [
      "2.23.140.1.1",
    ],
    // vTrus Root CA
    67: [
      "2.23.140.1.1",
    ],
    // Buypass Class 3 Root CA
    70: [
      "2.16.578.1.26.1.3.3",
      "2.23.140.1.1",
    ],
    // UCA Extended Validation Root
    71: [
      "2.23.140.1.1",
      "2.23.140.1.3",
      "1.2.156.112570.1.1.3",
    ],
    // GlobalSign Root R46
    72: [
      "2.23.140.1.1",
      "1.3.6.1.4.1.4146.10.1.1",
      "1.3.6.1.4.1.4146.1.1",
    ],
    // IdenTrust Commercial Root CA 1
    73: [
      "2.23.140.1.1",
      "2.16.840.1.113839.0.6.9",
      "2.16.840.1.113839.0.6.14.1",
      "2.23.140.1.3",
    ],
    // QuoVadis Root CA 2 G3
    75: [
      "1.3.6.1.4.1.8024.0.2.100.1.2",
      "2.23.140.1.1",
    ],
    // HiPKI Root CA - G1
    81: [
      "2.23.140.1.1",
    ],
    // SecureSign Root CA14
    83: [
      "2.23.140.1.1",
    ],
    // BJCA Global Root CA1
    85: [
      "2.23.140.1.1",
    ],
    // TrustAsia TLS RSA Root CA
    86: [
      "2.23.140.1.1",
    ],
    // GlobalSign Root CA - R6
    88: [
      "2.23.140.1.1",
      "1.3.6.1.4.1.4146.10.1.1",
      "1.3.6.1.4.1.4146.1.1",
      "2.23.140.1.3",
      "1.3.6.1.4.1.4146.1.2",
    ],
    // OISTE Server Root RSA G1
    90: [
      "2.23.140.1.1",
    ],
    // GDCA TrustAUTH R5 ROOT
    91: [
      "1.2.156.112559.1.1.6.1",
      "2.23.140.1.1",
      "2.23.140.1.3",
      "1.2.156.112559.1.1.7.1",
    ],
    // SSL.com TLS RSA Root CA 2022
    92: [
      "2.23.140.1.1",
    ],
    // Sectigo Public Server Authentication Root R46
    93: [
      "2.23.140.1.1",
      "1.3.6.1.4.1.6449.1.2.1.5.1",
    ],
    // CFCA EV ROOT
    94: [
      "2.16.156.112554.3",
      "2.23.140.1.1",
    ],
    // TWCA CYBER Root CA
    95: [
      "2.23.140.1.1",
    ],
    // SwissSign RSA TLS Root CA 2022 - 1
    97: [
      "2.23.140.1.1",
    ],
    // HARICA TLS RSA Root CA 2021
    100: [
      "2.23.140.1.1",
    ],
    // TrustAsia Global Root CA G3
    101: [
      "2.23.140.1.1",
    ],
    // D-TRUST EV Root CA 2 2023
    103: [
      "2.23.140.1.1",
    ],
    // Telekom Security TLS RSA Root 2023
    105: [
      "2.23.140.1.1",
    ],
    // Actalis Authentication Root CA
    107: [
      "1.3.159.1.17.1",
      "2.23.140.1.1",
    ],
    // Certum Trusted Root CA
    108: [
      "2.23.140.1.1",
    ],
    // Hongkong Post Root CA 3
    109: [
      "2.23.140.1.1",
    ],
    // Certum Trusted Network CA 2
    110: [
      "1.2.616.1.113527.2.5.1.1",
      "2.23.140.1.1",
      "2.23.140.1.3",
      "1.2.616.1.113527.2.5.1.7",
    ],
    // COMODO RSA Certification Authority
    111: [
      "1.3.6.1.4.1.6449.1.2.1.5.1",
      "2.23.140.1.1",
      "2.23.140.1.3",
    ],
    // USERTrust RSA Certification Authority
    113: [
      "1.3.6.1.4.1.6449.1.2.1.5.1",
      "2.23.140.1.1",
      "2.23.140.1.3",
    ],
    // SSL.com EV Root Certification Authority RSA R2
    114: [
      "2.23.140.1.1",
      "2.23.140.1.3",
      "1.3.6.1.4.1.38064.1.3.1.4",
      "1.3.6.1.4.1.38064.1.3.3.2",
    ],
    // ANF Secure Server Root CA
    115: [
      "2.23.140.1.1",
    ],
    // Izenpe.com
    116: [
      "1.3.6.1.4.1.14777.6.1.1",
      "1.3.6.1.4.1.14777.6.1.2",
      "2.23.140.1.1",
    ],
    // Hellenic Academic and Research Institutions RootCA 2015
    117: [
      "2.23.140.1.1",
      "0.4.0.2042.1.4",
      "1.3.6.1.4.1.26513.1.1.1.4",
      "2.23.140.1.3",
      "1.3.6.1.4.1.26513.1.1.4",
      "1.3.6.1.4.1.26513.1.3.3",
    ],
    // Autoridad de Certificacion Firmaprofesional CIF A62634068
    118: [
      "2.23.140.1.1",
    ],
  } as Readonly<Record<number, readonly string[]>>,
} as const;
