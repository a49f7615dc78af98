/**
 * The headline, tone and next step of each tool for typical inputs: the specification of every verdict.
 * tests/web/verdicts.test.ts runs the operations and compares, and /dev/verdicts draws the list for review.
 */
import { bundleMakeExample } from "../../core/bundle/examples.ts";
import { crlGenerateExample } from "../../core/crl/examples.ts";
import { exampleTime } from "../../core/examples.ts";
import type { Tone } from "../src/ui/base/tone.ts";

export type VerdictTool =
  | "chain"
  | "chain of a host"
  | "csr"
  | "csr-decoder"
  | "match"
  | "pfx"
  | "pfx, opened"
  | "caa"
  | "caa, checked"
  | "caa, published"
  | "inspect"
  | "live"
  | OtherTool;

/** The operations whose answers need no page of their own for a verdict. */
type OtherTool =
  | "csr/prefill"
  | "certificate/generate"
  | "certificate/convert"
  | "certificate/lint"
  | "certificate/diff"
  | "certificate/read-again"
  | "key/convert"
  | "crl/generate"
  | "password/generate"
  | "password/passphrase"
  | "bundle/make";

export interface VerdictCase {
  tool: VerdictTool;
  /** The input in a few words. */
  name: string;
  /** Files in tests/fixtures, the certificate or request first. */
  files?: readonly string[];
  /** Fields of the request that are files in tests/fixtures. */
  texts?: Readonly<Record<string, string>>;
  /** Further fields of the request. */
  fields?: Readonly<Record<string, unknown>>;
  tone: Tone;
  title: string;
  /** The one thing to do; null if there is nothing to do. */
  next: string | null;
}

const chain: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "complete, public root",
    files: ["chain/plain.pem"],
    fields: { isPublic: true },
    tone: "good",
    title: "www.fixture.example is valid until 1 Dec 2026",
    next: null,
  },
  {
    name: "complete, private root",
    files: ["chain/plain.pem"],
    tone: "warn",
    title: 'www.fixture.example is valid where "Fixture Root" is installed',
    next: 'Install "Fixture Root" on the devices that should trust it.',
  },
  {
    name: "private root that the user trusts",
    files: ["chain/plain.pem"],
    fields: { roots: "chain/lone-root.pem" },
    tone: "good",
    title: "www.fixture.example is valid until 1 Dec 2026",
    next: null,
  },
  {
    name: "expired",
    files: ["chain/expired-leaf.pem"],
    tone: "bad",
    title: "www.fixture.example expired 1 day ago",
    next: "Renew it, and install the new one.",
  },
  {
    name: "expired intermediate",
    files: ["chain/expired-ca.pem"],
    tone: "bad",
    title: 'The chain of www.fixture.example is broken: "Fixture CA" expired 1 day ago',
    next: 'Replace "Fixture CA" with its successor, which your CA offers.',
  },
  {
    name: "expires within 30 days",
    files: ["chain/plain.pem"],
    fields: { at: "2026-11-19T12:00:00Z" },
    tone: "warn",
    title: "www.fixture.example expires in 11 days",
    next: "Renew it now, and automate the renewal.",
  },
  {
    name: "not yet valid",
    files: ["chain/not-yet-valid-leaf.pem"],
    tone: "bad",
    title: "www.fixture.example is not valid before 16 Jun 2026, 00:00:00 UTC",
    next: "Use the previous certificate until then, or correct the clock if it is wrong.",
  },
  {
    name: "issuer missing",
    files: ["chain/incomplete.pem"],
    tone: "bad",
    title: 'The issuer certificate "Fixture CA" is missing',
    next: 'Complete the chain online, or add "Fixture CA" too.',
  },
  {
    name: "root missing",
    files: ["chain/incomplete-at-ca.pem"],
    tone: "bad",
    title: 'The issuer certificate "Fixture Root" is missing',
    next: 'Complete the chain online, or add "Fixture Root" too.',
  },
  {
    name: "a key with which no Chrome connects",
    files: ["chain-edges/key-p521.pem"],
    tone: "bad",
    title: "Chrome and Edge refuse www.fixture.example: Its key is on P-521",
    next: "Make a new key: RSA with 2048, 3072 or 4096 bits, or on P-256 or P-384.",
  },
  {
    name: "a key that may not sign the handshake",
    files: ["chain-edges/key-agreement.pem"],
    tone: "bad",
    title:
      "Chrome, Edge, Java and GnuTLS refuse www.fixture.example: Its key may not sign the TLS handshake",
    next:
      "Issue it with digitalSignature. For old clients, an RSA key may have keyEncipherment too.",
  },
  {
    name: "a form that Python refuses",
    files: ["chain/ca-key-usage-missing.pem"],
    tone: "warn",
    title:
      'www.fixture.example is valid where "Fixture Root" is installed, but Python 3.13 refuses it',
    next: "Only the CA can replace its certificate. Ask it, or use another CA.",
  },
  {
    name: "wrong host",
    files: ["chain/plain.pem"],
    fields: { hostname: "wrong.example.com" },
    tone: "bad",
    title:
      "This certificate is for www.fixture.example and 1 other name, not for wrong.example.com",
    next: "Get a certificate that includes wrong.example.com, or use a name that this one has.",
  },
  {
    name: "self-signed",
    files: ["chain/self-signed.pem"],
    tone: "bad",
    title: "www.fixture.example is self-signed",
    next: "Get a certificate from a CA, or install this one where it should be trusted.",
  },
  {
    name: "with a CRL that has expired",
    files: ["revocation/good.pem", "revocation/ca.pem", "revocation/expired.crl"],
    fields: { at: "2026-11-25T12:00:00Z" },
    tone: "bad",
    title:
      'The CRL of "Example CA" expired 23 days ago, on 2 Nov 2026: programs that check it refuse every certificate',
    next: "Make a new CRL, and install it. Renew it by a schedule before its next update.",
  },
  {
    name: "revoked, with the CRL pasted",
    files: ["revocation/revoked.pem", "revocation/ca.pem", "revocation/complete.crl"],
    fields: { at: "2026-11-15T12:00:00Z" },
    tone: "bad",
    title: "revoked.example was revoked on 1 Nov 2026: key compromise",
    next: "Replace it with a new certificate that has a new key.",
  },
  {
    name: "weak signature, public root",
    files: ["chain/sha1-leaf.pem"],
    fields: { isPublic: true },
    tone: "bad",
    title: "Browsers may refuse www.fixture.example: Weak signature",
    next: "Get a certificate that is signed with SHA-256 or better.",
  },
  {
    name: "unknown critical extension",
    files: ["chain/unknown-critical-leaf.pem"],
    tone: "bad",
    title: "www.fixture.example has an unknown critical extension",
    next: "Get a certificate without this extension, or with the extension not critical.",
  },
  {
    name: "signature broken",
    files: ["chain/signature-leaf.pem"],
    tone: "bad",
    title: 'www.fixture.example was not signed by "Fixture CA"',
    next:
      "The certificate was changed, or another key of the same name issued it. Get the chain again from the CA.",
  },
  {
    name: "signed by a certificate that is not a CA",
    files: ["chain/ca-without-ca.pem"],
    tone: "bad",
    title:
      "The chain of www.fixture.example is not valid: Signed by a certificate that is not a CA",
    next: "A certificate that is not a CA must not sign others. Use one that a CA issued.",
  },
  {
    name: "cannot be verified here",
    files: ["chain/cannot-be-verified.pem"],
    tone: "info",
    title: "The chain of www.fixture.example cannot be verified here",
    next: "Check it with OpenSSL (openssl verify).",
  },
  {
    name: "root alone",
    files: ["chain/lone-root.pem"],
    tone: "warn",
    title: '"Fixture Root" is a private root, valid until 31 Dec 2049',
    next: 'Install "Fixture Root" on the devices that should trust it.',
  },
  {
    name: "SHA-1 under a private root",
    files: ["chain/sha1-leaf.pem"],
    tone: "warn",
    title: "www.fixture.example is signed with SHA-1, which can be forged",
    next: "Get a certificate that is signed with SHA-256 or better.",
  },
  {
    name: "RSA key of 1024 bits under a private root",
    files: ["chain/rsa-1024-leaf.pem"],
    tone: "warn",
    title: "The RSA key of www.fixture.example has 1024 bits; at least 2048 are required",
    next: "Make a new key: RSA with at least 2048 bits, or P-256.",
  },
];

const host: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "valid",
    files: ["chain/plain.pem"],
    fields: { isPublic: true },
    tone: "good",
    title: "www.fixture.example is valid until 1 Dec 2026",
    next: null,
  },
  {
    name: "private root not sent",
    files: ["chain/plain.pem"],
    fields: { sends: 2 },
    tone: "bad",
    title: '"Fixture Root", which issued "Fixture CA", is in no public list',
    next: 'Install "Fixture Root" on the clients, or name it as a root that you trust.',
  },
  {
    name: "intermediate not sent, not found",
    files: ["chain/plain.pem"],
    fields: { isPublic: true, sends: 1 },
    tone: "bad",
    title: '"Fixture CA", which issued www.fixture.example, is in no public list',
    next:
      "Find out which it is. Install a root on the clients, or name it as a root that you trust.",
  },
  {
    name: "intermediate not sent, fetched",
    files: ["chain/plain.pem"],
    fields: { isPublic: true, sends: 1, fetched: true },
    tone: "warn",
    title: `The server doesn't send its intermediate certificate "Fixture CA"`,
    next: "Install the full chain on the server.",
  },
  {
    name: "another name",
    files: ["chain/plain.pem"],
    fields: { isPublic: true, host: "wrong.example.com" },
    tone: "bad",
    title:
      "This certificate is for www.fixture.example and 1 other name, not for wrong.example.com",
    next: "Get a certificate that includes wrong.example.com, or use a name that this one has.",
  },
  {
    name: "expired",
    files: ["chain/expired-leaf.pem"],
    fields: { isPublic: true },
    tone: "bad",
    title: "The certificate of www.fixture.example expired 1 day ago",
    next: "Renew it, and install the new one.",
  },
  {
    name: "CAA forbids the renewal",
    files: ["chain/plain.pem"],
    fields: { isPublic: true, caa: true },
    tone: "warn",
    title: "www.fixture.example is valid until 1 Dec 2026",
    next: "Allow this authority in your CAA records before you renew.",
  },
];

const decoded: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "valid",
    files: ["csr/rsa2048-sha256"],
    tone: "good",
    title: "VALID CSR",
    next: "Send it to your certificate provider.",
  },
  {
    name: "changed after signing",
    files: ["csr/tampered-rsa-signature"],
    tone: "warn",
    title: "CSR DECODED - SIGNATURE VALIDATION FAILED",
    next: "Do not use it. Copy it again from its source, or generate a new one.",
  },
  {
    name: "DSA",
    files: ["csr/dsa1024"],
    tone: "info",
    title: "CSR DECODED - SIGNATURE CANNOT BE VERIFIED HERE",
    next: "Verify it with OpenSSL (openssl req -verify).",
  },
  {
    name: "a certificate instead",
    files: ["csr/is-certificate"],
    tone: "bad",
    title: "THIS IS A CERTIFICATE, NOT A CSR",
    next: "Copy the whole text, from BEGIN CERTIFICATE REQUEST to END CERTIFICATE REQUEST.",
  },
];

const generated: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "with a new key",
    tone: "good",
    title: "CSR and private key are ready",
    next: "Send the CSR to your certificate provider.",
  },
  {
    name: "with the user's own key",
    files: ["match/p256-pkcs8-key.pem"],
    tone: "good",
    title: "CSR is ready",
    next: "Send the CSR to your certificate provider.",
  },
];

const matched: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "certificate and key",
    files: ["pfx/p256-3.pem", "pfx/p256-key.pem"],
    tone: "good",
    title: "CERTIFICATE AND KEY MATCH",
    next: "Install both on your server, or make a PFX from them.",
  },
  {
    name: "expired certificate and its key",
    files: ["pfx/p256-3.pem", "pfx/p256-key.pem"],
    fields: { at: "2052-01-01T00:00:00Z" },
    tone: "good",
    title: "CERTIFICATE AND KEY MATCH",
    next: "Renew the certificate.",
  },
  {
    name: "CSR and key",
    files: ["match/p256-request.pem", "match/p256-pkcs8-key.pem"],
    tone: "good",
    title: "CSR and key match",
    next: "Send the CSR to your certificate provider, and keep the key.",
  },
  {
    name: "another key",
    files: ["pfx/p256-3.pem", "pfx/p384-key.pem"],
    tone: "bad",
    title: "DO NOT MATCH",
    next: "Inspect the folder with your files to find the right key.",
  },
  {
    name: "a key that is not supported",
    files: ["match/dsa-certificate.pem", "match/dsa-pkcs8-key.pem"],
    tone: "info",
    title: "Cannot be verified here",
    next: "Compare the public keys of both with OpenSSL (openssl pkey -pubout).",
  },
];

const converted: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "with a password",
    files: ["pfx/p256-3.pem", "pfx/p256-key.pem"],
    fields: { password: "Harbor-Light-26" },
    tone: "good",
    title: "PFX file is ready",
    next: "Import it on your server.",
  },
  {
    name: "without a password",
    files: ["pfx/p256-3.pem", "pfx/p256-key.pem"],
    tone: "good",
    title: "PFX file is ready",
    next: "Import it on your server.",
  },
  {
    name: "expired certificate",
    files: ["pfx/p256-3.pem", "pfx/p256-key.pem"],
    fields: { password: "Harbor-Light-26", at: "2052-01-01T00:00:00Z" },
    tone: "warn",
    title: "PFX file is ready",
    next: "Renew the certificate before you install the file.",
  },
];

const opened: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "key and chain",
    files: ["pfx/openssl-aes.p12"],
    fields: { password: "secret" },
    tone: "good",
    title: "PFX file opened",
    next: "Save the parts that you need.",
  },
  {
    name: "without a MAC",
    files: ["pfx/openssl-without-mac.p12"],
    fields: { password: "secret" },
    tone: "info",
    title: "PFX file opened",
    next: "Save the parts that you need.",
  },
  {
    name: "with an empty password",
    files: ["pfx/openssl-empty.p12"],
    fields: { password: "" },
    tone: "good",
    title: "PFX file opened",
    next: "Save the parts that you need.",
  },
];

const caa: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "the default records",
    tone: "good",
    title: "Only Sectigo may issue TLS certificates for example.com",
    next: "Add 3 records to the DNS of example.com.",
  },
];

const RECORD = 'example.com. IN CAA 0 issue "letsencrypt.org"';
const question = (authority: string, domain: string, records = RECORD) => ({
  records,
  authority,
  domain,
  purpose: "tls",
});

const checked: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "one record",
    fields: { records: RECORD },
    tone: "good",
    title: "Only Let's Encrypt may issue TLS certificates for example.com",
    next: null,
  },
  {
    name: "a record without a value",
    fields: { records: "example.com. IN CAA 0 issue" },
    tone: "bad",
    title: "The CAA record is not valid",
    next: "Correct what is marked.",
  },
  {
    name: "no record",
    fields: { records: "example.com. IN A 192.0.2.1" },
    tone: "info",
    title: "No CAA record was found in this text",
    next: "Give lines with CAA in them, or look up the domain.",
  },
  {
    name: "an authority that is named",
    fields: question("letsencrypt", "www.example.com"),
    tone: "good",
    title: "Let's Encrypt may issue for www.example.com",
    next: null,
  },
  {
    name: "an authority that is not named",
    fields: question("sectigo", "www.example.com"),
    tone: "bad",
    title: "Sectigo must not issue for www.example.com",
    next: "Add a record for Sectigo, or use an authority that is allowed.",
  },
  {
    name: "a condition",
    fields: question(
      "letsencrypt",
      "www.example.com",
      'example.com. IN CAA 0 issue "letsencrypt.org; validationmethods=dns-01"',
    ),
    tone: "info",
    title: "Let's Encrypt may issue for www.example.com, under a condition",
    next: "Check that your account and validation method meet it.",
  },
  {
    name: "another domain",
    fields: question("sectigo", "example.org"),
    tone: "info",
    title: "These records say nothing about example.org",
    next: "Look up the records of the name itself.",
  },
  {
    name: "a wildcard of DNS",
    fields: question(
      "letsencrypt",
      "a.example.com",
      `${RECORD}\n*.example.com. IN CAA 0 issue "digicert.com"`,
    ),
    tone: "bad",
    title: "Let's Encrypt must not issue for a.example.com",
    next: "Add a record for Let's Encrypt, or use an authority that is allowed.",
  },
  {
    name: "an issuer that is misspelt",
    fields: { records: 'example.com. IN CAA 0 issue "lenscrypt.org"' },
    tone: "warn",
    title: "Only lenscrypt.org may issue TLS certificates for example.com",
    next: null,
  },
  {
    name: "a CNAME beside the records",
    fields: question(
      "letsencrypt",
      "example.com",
      `${RECORD}\nexample.com. IN CNAME example.net.`,
    ),
    tone: "bad",
    title: "example.com has a CNAME record beside its CAA records",
    next: "Remove one of them. CAA records can be at the target of the CNAME, or above it.",
  },
  {
    name: "a server failure",
    fields: question(
      "letsencrypt",
      "example.com",
      ";; ->>HEADER<<- opcode: QUERY, status: SERVFAIL, id: 1\n;example.com. IN CAA",
    ),
    tone: "warn",
    title: "DNS gave no answer for example.com",
    next: "Try again, or check the name servers of the domain.",
  },
];

const published: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "none",
    fields: { status: "none" },
    tone: "info",
    title: "No CAA record is published for example.com",
    next: "Create records if only certain authorities should issue.",
  },
  {
    name: "no answer",
    fields: {
      status: "failure",
      failure: { name: "example.com", reason: "no name server answered in time" },
    },
    tone: "warn",
    title: "DNS gave no answer for example.com",
    next: "Try again, or check the name servers of the domain.",
  },
];

const inspected: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "nothing",
    files: ["inspect/messy/notes.txt"],
    tone: "warn",
    title: "Nothing was found in notes.txt",
    next: "Add certificates, keys or CSRs. Their file names don't matter.",
  },
  {
    name: "certificate, key and chain of a private root",
    files: ["new.pem", "new.key", "intermediate.pem", "root.pem"].map((name) =>
      `inspect/renewal/${name}`
    ),
    tone: "good",
    title: 'shop.example.com is valid where "Renewal Root" is installed',
    next: "Install it, as a PFX or as the full chain and the key.",
  },
  {
    name: "certificate alone",
    files: ["inspect/renewal/new.pem"],
    tone: "bad",
    title: 'The issuer certificate "Renewal Intermediate" is missing',
    next: 'Add the certificate of "Renewal Intermediate" to these files.',
  },
  {
    name: "expired",
    files: ["inspect/renewal/expired.pem"],
    tone: "bad",
    title: "shop.example.com expired 325 days ago",
    next: "Renew the certificate.",
  },
  {
    name: "not yet valid",
    files: ["inspect/renewal/future.pem"],
    tone: "bad",
    title: "shop.example.com is not valid before 1 Jan 2027",
    next: "Use the previous certificate until then, or correct the clock if it is wrong.",
  },
  {
    name: "self-signed",
    files: ["inspect/renewal/self.pem"],
    tone: "bad",
    title: "shop.example.com is self-signed",
    next: "Get a certificate from a CA, or install this one where it should be trusted.",
  },
  {
    name: "CSR alone",
    files: ["inspect/renewal/new.csr"],
    tone: "info",
    title: "CSR for shop.example.com, EC P-256",
    next: "Send it to your certificate provider.",
  },
  {
    name: "private key alone",
    files: ["inspect/renewal/new.key"],
    tone: "info",
    title: "Private key, EC P-256",
    next: "Add its certificate or CSR to see whether they match.",
  },
  {
    name: "an unknown critical extension leads",
    files: ["certificates/every-extension.pem"],
    tone: "bad",
    title: "every.example.com: The critical extension 1.3.6.1.4.1.11129.2.4.3 is not known",
    next: "Get a certificate without this extension, or with the extension not critical.",
  },
  {
    name: "the CA left out names",
    files: ["new.pem", "new.key", "new.csr", "intermediate.pem", "root.pem"].map((name) =>
      `inspect/renewal/${name}`
    ),
    tone: "warn",
    title: 'shop.example.com is valid where "Renewal Root" is installed',
    next: "Install it, as a PFX or as the full chain and the key.",
  },
  {
    name: "locked PFX alone",
    files: ["inspect/renewal/old.pfx"],
    tone: "info",
    title: "old.pfx is locked",
    next: "Enter its password.",
  },
  {
    name: "certificate with the key of another",
    files: ["match/rsa-certificate.pem", "match/p256-pkcs8-key.pem"],
    tone: "bad",
    title: "The private key in p256-pkcs8-key.pem does not match rsa.example.com",
    next:
      "Add the private key of this certificate, or have it issued again for a key that you have.",
  },
  {
    name: "SHA-1 under a private root",
    files: ["chain/sha1-leaf.pem"],
    tone: "warn",
    title: "www.fixture.example is signed with SHA-1, which can be forged",
    next: "Get a certificate that is signed with SHA-256 or better.",
  },
  {
    name: "private key with its public key",
    files: ["key-containers/ed25519-openssh-key.pem", "key-containers/ed25519.pub"],
    tone: "good",
    title: "The private key in ed25519-openssh-key.pem and the public key in ed25519.pub match",
    next: null,
  },
  {
    name: "signed file",
    files: ["signed/attached.p7m"],
    tone: "info",
    title: 'The signature of "Ada Signer" in attached.p7m matches the content',
    next: null,
  },
  {
    name: "file with two signatures",
    files: ["signed/two.p7m"],
    tone: "info",
    title: "The signature in two.p7m matches the content",
    next: null,
  },
  {
    name: "signed file that is missing",
    files: ["signed/detached.p7s"],
    tone: "info",
    title: 'The signature of "Ada Signer" in detached.p7s could not be verified completely',
    next: null,
  },
  {
    name: "timestamp with its file",
    files: ["signed/letter.tsr", "signed/letter.txt"],
    tone: "info",
    title: "The timestamp in letter.tsr could not be verified completely",
    next: null,
  },
  {
    name: "encrypted message",
    files: ["signed/encrypted-password.p7m"],
    tone: "info",
    title: "encrypted-password.p7m is encrypted",
    next: null,
  },
];

const RENEWAL = "inspect/renewal";

const prefilled: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "certificate",
    texts: { text: `${RENEWAL}/new.pem` },
    tone: "good",
    title: "Filled in from the certificate",
    next: "Check the fields, and generate the CSR.",
  },
];

const made: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "server, new CA",
    fields: { names: ["nas.lan"] },
    tone: "good",
    title: "Certificate is ready",
    next: "Install it on your server, and trust the root on each device that connects.",
  },
  {
    name: "server, self-signed, public name, for long",
    fields: { names: ["*.example.com"], issuer: "self-signed", days: 2000, keySize: 2048 },
    tone: "good",
    title: "Certificate is ready",
    next: "Install it on your server, and trust it on each device that connects.",
  },
  {
    name: "root without limits, shortened",
    fields: {
      kind: "root-ca",
      commonName: "Home",
      nameConstraints: false,
      days: 3000,
      names: [],
    },
    tone: "good",
    title: "Certificate is ready",
    next: "Trust it on your devices, then sign certificates with it.",
  },
  {
    name: "mail, CSR with more than it gets",
    texts: { csr: `${RENEWAL}/new.csr` },
    fields: { kind: "smime", names: ["jo@example.com"], keepCaKey: true, issuer: "new-ca" },
    tone: "good",
    title: "Certificate is ready",
    next: "Import it into your mail program. Your recipients have to trust the root.",
  },
];

const written: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "certificate",
    texts: { certificate: `${RENEWAL}/new.pem` },
    tone: "good",
    title: "File is ready",
    next: null,
  },
  {
    name: "chain as PKCS#7",
    texts: { certificate: "chain/plain.pem" },
    fields: { format: "pkcs7" },
    tone: "good",
    title: "File is ready",
    next: null,
  },
];

const linted: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "SHA-1",
    texts: { certificate: "chain/sha1-leaf.pem" },
    tone: "warn",
    title: "3 certificates have 1 warning",
    next: "Correct these in the profile of your CA, and issue again.",
  },
];

const compared: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "renewal",
    texts: { before: `${RENEWAL}/old.pem`, after: `${RENEWAL}/new.pem` },
    tone: "good",
    title: "A renewal: new key, same names, ends 185 days later",
    next: null,
  },
  {
    name: "the same",
    texts: { before: `${RENEWAL}/new.pem`, after: `${RENEWAL}/new.pem` },
    tone: "good",
    title: "Both are the same certificate",
    next: null,
  },
  {
    name: "certificate and its CSR",
    texts: { before: `${RENEWAL}/new.csr`, after: `${RENEWAL}/new.pem` },
    tone: "good",
    title: "The certificate matches the CSR: same key, 1 name added and 2 names removed",
    next: null,
  },
  {
    name: "others",
    texts: { before: "chain/sha1-leaf.pem", after: `${RENEWAL}/new.pem` },
    tone: "info",
    title: "Unrelated: no name and no key in common",
    next: null,
  },
];

const readAgain: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "certificate",
    texts: { text: `${RENEWAL}/new.pem` },
    tone: "good",
    title: "@peculiar/x509 2.2.0 reads the same in all 15 fields",
    next: null,
  },
];

const keys: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "encrypted",
    texts: { privateKey: `${RENEWAL}/new.key` },
    fields: { format: "pkcs8-encrypted", newPassphrase: "secret" },
    tone: "good",
    title: "Private key is ready",
    next: "Keep the file secret: anyone who has it can use the key.",
  },
  {
    name: "public part",
    texts: { privateKey: `${RENEWAL}/new.key` },
    fields: { format: "public-key" },
    tone: "good",
    title: "Public key is ready",
    next: null,
  },
];

/** `files`: sent by the server; `expected`: the certificate that it should send. */
const live: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "the certificate with its chain",
    files: ["chain/plain.pem"],
    fields: { expected: "chain/plain.pem" },
    tone: "good",
    title: "Works now",
    next: null,
  },
  {
    name: "without its chain",
    files: ["chain/plain-leaf.der"],
    fields: { expected: "chain/plain.pem" },
    tone: "bad",
    title: "The server sends the certificate without its chain",
    next: "Install the file with the whole chain on the server, then reload it.",
  },
  {
    name: "an older one",
    files: ["chain/rsa.pem"],
    fields: { expected: "chain/plain.pem" },
    tone: "bad",
    title: "The server still sends the old certificate",
    next: "Reload the server. If it still sends the old one, check the path in its configuration.",
  },
  {
    name: "one for other names",
    files: ["chain/san-single-label.pem"],
    fields: { expected: "chain/plain.pem" },
    tone: "bad",
    title: "The server sends another certificate",
    next:
      "Check that the configuration of www.fixture.example has this certificate, then reload the server.",
  },
  {
    name: "asked for by another name",
    files: ["chain/plain.pem"],
    fields: { expected: "chain/plain.pem", hostname: "wiki.fixture.example" },
    tone: "bad",
    title: "The server sends this certificate, and clients refuse it",
    next: "Get a certificate that includes wiki.fixture.example, or use a name that this one has.",
  },
  {
    name: "a signature that cannot be verified",
    files: ["chain/cannot-be-verified.pem"],
    fields: { expected: "chain/cannot-be-verified.pem" },
    tone: "info",
    title: "The server sends this certificate",
    next: null,
  },
  {
    name: "no TLS",
    fields: { why: "not_tls" },
    tone: "bad",
    title: "The port answers without TLS",
    next: "Turn on TLS for this port in the configuration of the server, then reload it.",
  },
];

const crls: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "with an entry",
    fields: { ...crlGenerateExample, at: exampleTime },
    tone: "good",
    title: "CRL is ready",
    next: "Make the next one before 31 Dec 2026: programs refuse every client after that day.",
  },
];

const passwords: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "16 characters",
    tone: "good",
    title: "1 password generated, Very Strong",
    next: null,
  },
  {
    name: "8 digits",
    fields: { length: 8, uppercase: false, lowercase: false, symbols: false, count: 2 },
    tone: "bad",
    title: "2 passwords generated, Weak",
    next: "Make it longer.",
  },
];

const phrases: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "4 words",
    fields: { words: 4 },
    tone: "warn",
    title: "1 passphrase generated, Fair",
    next: "Use more words.",
  },
];

const bundles: readonly Omit<VerdictCase, "tool">[] = [
  {
    name: "a certificate with its key, for nginx",
    fields: { ...bundleMakeExample },
    tone: "good",
    title: "The folder of www.example.com for nginx is ready",
    next: "Follow the steps for nginx.",
  },
  {
    name: "the key of another certificate, for IIS",
    files: ["match/rsa-certificate.pem", "match/p256-pkcs8-key.pem"],
    fields: { target: "iis", at: "2026-11-25T00:00:00Z" },
    tone: "bad",
    title: "No key here fits the certificate of rsa.example.com",
    next: "Add the key of rsa.example.com, or make a new key and ask for the certificate again.",
  },
  {
    name: "a chain without its key, for Kubernetes",
    files: ["chain/plain.pem"],
    fields: { target: "kubernetes", host: "fixture.example" },
    tone: "bad",
    title: "The private key of www.fixture.example is missing",
    next:
      "Find the key on the computer that made the CSR of www.fixture.example. If it is lost, make a new key and ask for the certificate again.",
  },
  {
    name: "only a root",
    files: ["chain/lone-root.pem"],
    fields: { target: "apache" },
    tone: "bad",
    title: "The only certificate belongs to a CA",
    next: "Add the certificate, its private key and the chain.",
  },
];

const of = (tool: VerdictTool, cases: readonly Omit<VerdictCase, "tool">[]): VerdictCase[] =>
  cases.map((entry) => ({ tool, ...entry }));

export const VERDICTS: readonly VerdictCase[] = [
  ...of("chain", chain),
  ...of("chain of a host", host),
  ...of("csr", generated),
  ...of("csr-decoder", decoded),
  ...of("match", matched),
  ...of("pfx", converted),
  ...of("pfx, opened", opened),
  ...of("caa", caa),
  ...of("caa, checked", checked),
  ...of("caa, published", published),
  ...of("inspect", inspected),
  ...of("csr/prefill", prefilled),
  ...of("certificate/generate", made),
  ...of("certificate/convert", written),
  ...of("certificate/lint", linted),
  ...of("certificate/diff", compared),
  ...of("certificate/read-again", readAgain),
  ...of("key/convert", keys),
  ...of("live", live),
  ...of("crl/generate", crls),
  ...of("password/generate", passwords),
  ...of("password/passphrase", phrases),
  ...of("bundle/make", bundles),
];
