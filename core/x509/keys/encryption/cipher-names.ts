/** Ciphers of old and foreign keys that this tool does not decrypt, by the names and object identifiers in files. */
const NAMES: readonly [words: string, dekInfo: RegExp, ...oids: string[]][] = [
  ["Blowfish", /^BF-/, "1.3.6.1.4.1.3029.1.2"],
  ["CAST5", /^CAST5-/, "1.2.840.113533.7.66.10"],
  ["IDEA", /^IDEA-/, "1.3.6.1.4.1.188.7.1.1.2"],
  ["SEED", /^SEED-/, "1.2.410.200004.1.4"],
  ["RC2", /^RC2-/],
  ["RC5", /^RC5-/, "1.2.840.113549.3.9"],
  ["SM4", /^SM4-/, "1.2.156.10197.1.104.2"],
  ["Camellia with 128 bits", /^CAMELLIA-128-/, "1.2.392.200011.61.1.1.1.2"],
  ["Camellia with 192 bits", /^CAMELLIA-192-/, "1.2.392.200011.61.1.1.1.3"],
  ["Camellia with 256 bits", /^CAMELLIA-256-/, "1.2.392.200011.61.1.1.1.4"],
  ["ARIA with 128 bits", /^ARIA-128-/, "1.2.410.200046.1.1.2"],
  ["ARIA with 192 bits", /^ARIA-192-/, "1.2.410.200046.1.1.7"],
  ["ARIA with 256 bits", /^ARIA-256-/, "1.2.410.200046.1.1.12"],
  ["DES in another mode than CBC", /^DES-/],
  // ECB, OFB, CFB and CCM with 128, 192 and 256 bits.
  [
    "AES in another mode than CBC",
    /^AES-/,
    ...[0, 20, 40].flatMap((size) =>
      [1, 3, 4, 7].map((mode) => `2.16.840.1.101.3.4.1.${size + mode}`)
    ),
  ],
  [
    "AES in the mode GCM",
    /^ID-AES\d{3}-GCM/,
    "2.16.840.1.101.3.4.1.6",
    "2.16.840.1.101.3.4.1.26",
    "2.16.840.1.101.3.4.1.46",
  ],
];

/** The cipher of DEK-Info in words; null for an unknown one. */
export const cipherOfDekInfo = (name: string): string | null =>
  NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;

/** The cipher with an object identifier in words; null for an unknown one. */
export const cipherOfOid = (oid: string): string | null =>
  NAMES.find(([, , ...oids]) => oids.includes(oid))?.[0] ?? null;
