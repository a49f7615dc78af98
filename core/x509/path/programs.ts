/**
 * What root programs say of the roots in roots.ts, by their places there. Written by
 * `deno task roots` from web/build/roots/programs.tsv.
 */
export const MOZILLA = {
  list: "NSS, 2026-05-01",
  /** Trusted for certificates that begin no later. */
  until: {} as Readonly<Record<number, string>>,
} as const;

export const CHROME = {
  list: "Chrome Root Store, version 36, read on 2026-11-22",
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
  absent: [12, 13, 14, 28, 37, 44, 46, 56, 76, 79, 83, 85, 101, 110, 117] as readonly number[],
  /** Younger than the list. */
  unknown: [16, 25, 87, 98] as readonly number[],
} as const;
