/**
 * Decisions of root programs that their lists do not state, and cross-signed roots. Each has its source. Roots
 * are named by the SHA-256 of a certificate of theirs.
 */

/** A certificate of a root is accepted if it was issued no later. */
interface Deadline {
  /** ISO 8601. */
  readonly until: string;
  readonly source: string;
  readonly roots: readonly string[];
}

export const DEADLINES: Readonly<Record<"Apple", readonly Deadline[]>> = {
  Apple: [{
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
  }],
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
