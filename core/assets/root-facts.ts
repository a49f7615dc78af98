/**
 * Decisions of root programs that their lists do not state, and cross-signed roots. Each has its source. Roots
 * are named by the SHA-256 of a certificate of theirs.
 */

/** A certificate of a root is accepted if it was issued no later. */
interface Deadline {
  /** ISO 8601; null if the source does not state it. */
  readonly until: string | null;
  readonly source: string;
  /** The day of the source, ISO 8601; absent if it has none. */
  readonly date?: string;
  readonly roots: readonly string[];
}

/** Deployment notices. "Only certificates issued after this date will be distrusted." */
const MICROSOFT =
  "https://github.com/TrustedRootProgram/Program-Requirements/blob/main/trusted-root";

export const DEADLINES: Readonly<Record<"Apple" | "Microsoft", readonly Deadline[]>> = {
  Apple: [
    {
      // "Effective date: November 15, 2024. Certificates issued on or before it should continue to work."
      until: "2024-11-15T23:59:59Z",
      source: "https://support.apple.com/121668",
      roots: [
        // Entrust Root Certification Authority - G4
        "db3517d1f6732a2d5ab97c533ec70779ee3270a62fb4ac4238372460e6f01e88",
        // Entrust Root Certification Authority
        "73c176434f1bc6d5adf45b0e76e727287c8de57616c1e6e6141a2b2cbc7d8e4c",
        // Entrust.net Certification Authority (2048)
        "6dc47172e01cbcb0bf62580d895fe2b8ac9ad4f873801e0c10b9c837d21eb177",
        // Entrust Root Certification Authority - G2
        "43df5774b03e7fef5fe40d931a7bedf1bb2e6b42738c4e6d3841103d3aa7f339",
        // Entrust Root Certification Authority - EC1
        "02ed0eb28c14da45165c566791700d6451d7fb56f0b2ab1d3b8eb070e56edff5",
        // AffirmTrust Commercial
        "0376ab1d54c5f9803ce4b2e201a0ee7eef7b57b636e8a93c9b8d4860c96f5fa7",
        // AffirmTrust Networking
        "0a81ec5a929777f145904af38d5d509f66b5e2c58fcdb531058b0e17f3f0b41b",
      ],
    },
    {
      // We could not read the rest of the page above. Entrust says that the rest is about all of its roots.
      until: "2024-11-15T23:59:59Z",
      source:
        "https://www.entrust.com/de/tls-certificate-information-center/apple-changes-regarding-entrust-roots",
      roots: [
        // AffirmTrust Premium
        "70a73f7f376b60074248904534b11482d5bf0e698ecc498df52577ebf2e93b9a",
        // AffirmTrust Premium ECC
        "bd71fdf6da97e4cf62d1647add2581b07d79adf8397eb4ecba9c5e8488821423",
      ],
    },
  ],
  Microsoft: [
    {
      until: "2025-04-16T23:59:59Z",
      source: `${MICROSOFT}/2025/february-2025.md`,
      date: "2025-02-25",
      roots: [
        // AffirmTrust Commercial
        "0376ab1d54c5f9803ce4b2e201a0ee7eef7b57b636e8a93c9b8d4860c96f5fa7",
        // AffirmTrust Networking
        "0a81ec5a929777f145904af38d5d509f66b5e2c58fcdb531058b0e17f3f0b41b",
        // AffirmTrust Premium
        "70a73f7f376b60074248904534b11482d5bf0e698ecc498df52577ebf2e93b9a",
        // AffirmTrust Premium ECC
        "bd71fdf6da97e4cf62d1647add2581b07d79adf8397eb4ecba9c5e8488821423",
        // Entrust Root Certification Authority
        "73c176434f1bc6d5adf45b0e76e727287c8de57616c1e6e6141a2b2cbc7d8e4c",
        // Entrust.net Certification Authority (2048)
        "6dc47172e01cbcb0bf62580d895fe2b8ac9ad4f873801e0c10b9c837d21eb177",
        // Entrust Root Certification Authority - EC1
        "02ed0eb28c14da45165c566791700d6451d7fb56f0b2ab1d3b8eb070e56edff5",
        // Entrust Root Certification Authority - G4
        "db3517d1f6732a2d5ab97c533ec70779ee3270a62fb4ac4238372460e6f01e88",
        // Entrust Root Certification Authority - G2
        "43df5774b03e7fef5fe40d931a7bedf1bb2e6b42738c4e6d3841103d3aa7f339",
      ],
    },
    {
      until: "2026-05-19T23:59:59Z",
      source: `${MICROSOFT}/2026/april-2026.md`,
      date: "2026-04-28",
      roots: [
        // SwissSign Silver CA - G2
        "be6c4da2bbb9ba59b6f3939768374246c3c005993fa98f020d1dedbed48a81d5",
      ],
    },
    {
      until: "2026-09-15T23:59:59Z",
      source: `${MICROSOFT}/2026/august-2026.md`,
      date: "2026-08-25",
      roots: [
        // certSIGN ROOT CA
        "eaa962c4fa4a6bafebe415196d351ccd888d4f53f3fa8ae6d7c466a94e6042bb",
        // XRamp Global Certification Authority
        "cecddc905099d8dadfc5b1d209b737cbe2c18cfb2c10c0ff0bcf0d3286fc1aa2",
        // SecureTrust CA
        "f1c1b50ae5a20dd8030ec9f6bc24823dd367b5255759b4e71b61fce9f7375d73",
        // Secure Global CA
        "4200f5043ac8590ebb527d209ed1503029fbcbd41ca1b506ec27f15ade7dac69",
        // Trustwave Global Certification Authority
        "97552015f5ddfc3c8788c006944555408894450084f100867086bc1a2bb58dc8",
        // Trustwave Global ECC P256 Certification Authority
        "945bbc825ea554f489d1fd51a73ddf2ea624ac7019a05205225c22a78ccfa8b4",
        // Trustwave Global ECC P384 Certification Authority
        "55903859c8c0c3ebb8759ece4e2557225ff5758bbd38ebd48276601e1bd58097",
        // Visa Public RSA Root CA
        "07cd9aa9064a9b94c6aef8fb784c1bbc1beda08acbe86878d781a39167626cf8",
        // Swedish Government Root Authority v3
        "8f9adb6d895dab5adf5c3d3fab83927be0fb64ef82485c62280d584e8bd55d22",
      ],
    },
    {
      // Notices of August 2021 and August 2026 limit these roots. It is not known which date holds.
      until: null,
      source: `${MICROSOFT}/2026/august-2026.md`,
      date: "2026-08-25",
      roots: [
        // ePKI Root Certification Authority
        "c0a6f4dc63a24bfdcf54ef2a6a082a0a72de35803e2ff5ff527ae5d87206dfd5",
        // ePKI Root Certification Authority - G2
        "1e51942b84fd467bf77d1c89da241c04254dc8f3ef4c22451fe7a89978bdcd4f",
      ],
    },
    {
      // The notice states no date.
      until: null,
      source: `${MICROSOFT}/2024/august-2024.md`,
      date: "2024-08-27",
      roots: [
        // GLOBALTRUST 2020
        "9a296a5182d1d451a2e37f439b74daafa267523329f90f9a0d2007c334e23c9a",
      ],
    },
  ],
};

/** Name constraints that a program imposes on a root, as in nameConstraints (RFC 5280, 4.2.1.10). */
interface Constraint {
  readonly permittedDns: readonly string[];
  readonly source: string;
  readonly roots: readonly string[];
}

export const CONSTRAINTS: Readonly<Record<"Mozilla", readonly Constraint[]>> = {
  Mozilla: [{
    permittedDns: ["tr"],
    // CCADB's column "Mozilla Applied Constraints" has "*.tr"; see also lib/certdb/genname.c of NSS.
    source: "https://bugzilla.mozilla.org/show_bug.cgi?id=1262809",
    roots: [
      // TUBITAK Kamu SM SSL Kok Sertifikasi - Surum 1
      "46edc3689046d53a453fb3104ab80dcaec658b2660ea1629dd7e867990648716",
    ],
  }],
};

/**
 * Versions of platforms that the Trust Stores Observatory has not read, by the version before each. What they had is
 * not known, because a root may have been added in them or after them.
 */
export const UNLISTED_VERSIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Android: { "9.0": "10" },
};

/** Roots that an older root signed too, so that clients which know only the older one accept them. */
interface CrossSign {
  /** The fingerprint of the root that was signed. */
  readonly subject: string;
  /** The fingerprint of the older root. */
  readonly issuer: string;
  readonly source: string;
}

const LETS_ENCRYPT = "https://letsencrypt.org/certificates/";
const GOOGLE = "https://pki.goog/updates/march2025-alternate-chains.html";
const SECTIGO =
  "https://www.sectigo.com/knowledge-base/detail/sectigo-new-rsa-and-ecc-root-intermediate-certificates-2025";
const SECTIGO_ROOTS =
  "https://www.sectigo.com/knowledge-base/detail/Sectigo-Root-Certificates/kA03l000000c4KVCAY";
const AMAZON =
  "https://aws.amazon.com/blogs/security/acm-will-no-longer-cross-sign-certificates-with-starfield-class-2-starting-august-2024";

const USERTRUST_RSA = "e793c9b02fd8aa13e21c31228accb08119643b749c898964b1746d46c3d4cbd2";
const USERTRUST_ECC = "4ff460d54b9c86dabfbcfc5712e0400d2bed3fbc4d4fbdaa86e06adcd2a9ad7a";
const AAA = "d7a7a0fb5d7e2731d771e9484ebcdef71d5f0c3e0a2948782bc83ee0ea699ef4";
const STARFIELD_SERVICES_G2 = "568d6905a2c88708a4b3025190edcfedb1974a606a13c6e5290fcb2ae63edab5";

export const CROSS_SIGNS: readonly CrossSign[] = [
  {
    // ISRG Root X2, signed by ISRG Root X1
    subject: "69729b8e15a86efc177a57afb7171dfc64add28c2fca8cf1507e34453ccb1470",
    issuer: "96bcec06264976f37460779acf28c5a7cfe8a3c0aae11a8ffcee05c0bddf08c6",
    source: LETS_ENCRYPT,
  },
  {
    // GTS Root R1, signed by GlobalSign Root CA
    subject: "d947432abde7b7fa90fc2e6b59101b1280e0e1c7e4e40fa3c6887fff57a7f4cf",
    issuer: "ebd41040e4bb3ec742c9e381d31ef2a41a48b6685c96e7cef3c1df6cd4331c99",
    source: GOOGLE,
  },
  {
    // Sectigo Public Server Authentication Root R46, signed by USERTrust RSA Certification Authority
    subject: "7bb647a62aeeac88bf257aa522d01ffea395e0ab45c73f93f65654ec38f25a06",
    issuer: USERTRUST_RSA,
    source: SECTIGO,
  },
  {
    // Sectigo Public Server Authentication Root E46, signed by USERTrust ECC Certification Authority
    subject: "c90f26f0fb1b4018b22227519b5ca2b53e2ca5b3be5cf18efe1bef47380c5383",
    issuer: USERTRUST_ECC,
    source: SECTIGO,
  },
  { subject: USERTRUST_RSA, issuer: AAA, source: SECTIGO_ROOTS },
  { subject: USERTRUST_ECC, issuer: AAA, source: SECTIGO_ROOTS },
  {
    // COMODO RSA Certification Authority
    subject: "52f0e1c4e58ec629291b60317f074671b85d7ea80d5b07273463534b32b40234",
    issuer: AAA,
    source: SECTIGO_ROOTS,
  },
  {
    // COMODO ECC Certification Authority
    subject: "1793927a0614549789adce2f8f34f7f0b66d0f3ae3a3b84d21ec15dbba4fadc7",
    issuer: AAA,
    source: SECTIGO_ROOTS,
  },
  {
    // Amazon Root CA 1, and 2, 3 and 4 below
    subject: "8ecde6884f3d87b1125ba31ac3fcb13d7016de7f57cc904fe1cb97c6ae98196e",
    issuer: STARFIELD_SERVICES_G2,
    source: AMAZON,
  },
  {
    subject: "1ba5b2aa8c65401a82960118f80bec4f62304d83cec4713a19c39c011ea46db4",
    issuer: STARFIELD_SERVICES_G2,
    source: AMAZON,
  },
  {
    subject: "18ce6cfe7bf14e60b2e347b8dfe868cb31d02ebb3ada271569f50343b46db3a4",
    issuer: STARFIELD_SERVICES_G2,
    source: AMAZON,
  },
  {
    subject: "e35d28419ed02025cfa69038cd623962458da5c695fbdea3c22b0bfb25897092",
    issuer: STARFIELD_SERVICES_G2,
    source: AMAZON,
  },
];
