/** What each field of the API's input is, in a sentence. Only the build reads it. */
import { AUTHORITIES } from "../../../../core/caa/authorities.ts";

/**
 * By the field's name. Where an operation means something particular, its name comes before the
 * field's.
 */
const ABOUT: Readonly<Record<string, string>> = {
  accountUri: "Only this account at the authority may ask for certificates (RFC 8657).",
  at: "The time at which dates are checked, in ISO 8601 and UTC.",
  authority: "The authority that is asked about, by its key or its domain.",
  caCertificate: "The certificate of your CA, PEM or DER in base64.",
  caPassphrase: "The passphrase of the key or PFX file of your CA.",
  caPfx: "Your CA as a PFX file in base64, in place of certificate and key.",
  caPrivateKey: "The private key of your CA.",
  certificate: "One or several certificates: PEM with any text around it, DER or PKCS#7 in base64.",
  "match/verify certificate": "Certificates or a CSR; the one that the key fits is found.",
  "pfx/convert certificate": "The certificate of the key, and its chain in any order.",
  certificateAuthorities: "Which authorities may issue, each by its key.",
  certificateType: "What the certificate is for: a TLS server or e-mail.",
  commonName: "The name that the certificate is for: a domain, or an e-mail address for S/MIME.",
  "certificate/generate commonName": "The subject's common name; the first name if left out.",
  city: "The city of the organization.",
  country: "The country of the organization, as two letters of ISO 3166-1.",
  critical: "Authorities that do not know a record must refuse (flag 128).",
  csr: "The CSR: PEM with any text around it, or DER in base64.",
  "certificate/generate csr": "A CSR whose key is signed, in place of a new key.",
  days: "For how many days the certificate is valid.",
  digestAlgorithm: "The digest algorithm of the signature.",
  domain: "The domain of the records; a leading *. asks for wildcards.",
  "caa/check domain": "The name to certify; the records' own name if left out.",
  eccCurve: "The curve of a new ECC key.",
  email: "The administrative e-mail address.",
  encoding: "PEM text, or DER in base64.",
  encryption: "How the PFX file is encrypted; ignored without a password.",
  fewestRecords: "Leaves out issuewild where it only repeats issue.",
  forbid: "Kinds of certificates that no authority may issue.",
  "forbid.issue": "No TLS certificates.",
  "forbid.issuemail": "No S/MIME certificates.",
  "forbid.issuewild": "No wildcard certificates.",
  format: "The form of the answer.",
  friendlyName: "What certificate stores call the entry; the common name if left out.",
  hostname: "A domain name or an IP address that the certificate must be for.",
  iodefEmail: "Where refused requests are reported; used with the record type iodef.",
  issuer: "Who signs: a CA made for it, the certificate itself, or a CA that you give.",
  judgeAs: "Which rules apply: those for public TLS servers, RFC 5280 alone, S/MIME and so on.",
  keepCaKey: "Returns the new CA's private key too, to issue more with it.",
  keyPassphrase: "Encrypts the private key in the answer; not encrypted if left out.",
  keySize: "The size in bits of a new RSA key.",
  keyType: "The kind of a new key.",
  kind: "What the certificate is for.",
  name: "What the file or the entry is called.",
  nameConstraints: "The new CA may issue for these names alone.",
  names: "The names in the certificate: domains, IP addresses or e-mail addresses.",
  newPassphrase: "Encrypts the key in the answer; not encrypted if left out.",
  organization: "The organization's legal name.",
  organizationUnit: "A department; public authorities leave it out.",
  passphrase: "The passphrase of the private key, if it is encrypted.",
  password: "The password of the PFX file; none if left out or null.",
  pathLength: "How many CAs may follow below this one.",
  pfx: "The PFX file in base64.",
  policies: "Which certificate policies are accepted and required, as RFC 5280, 6.1.1, has it.",
  "policies.initial": "OIDs of the policies that are accepted; any if left out.",
  "policies.requireExplicit": "Whether a policy has to be valid for the whole path.",
  "policies.inhibitMapping": "Whether policy mappings are refused.",
  "policies.inhibitAny": "Whether anyPolicy in a certificate counts for nothing.",
  privateKey: "The private key: PKCS#8, PKCS#1, SEC 1, OpenSSH or JSON Web Key.",
  "csr/generate privateKey": "A private key that you have; a new one is made if left out.",
  purpose: "The kind of certificate that is asked about.",
  "chain/analyze purpose": "What the certificate must be good for; any asks for no purpose.",
  record: "One CAA record, as in a zone file.",
  recordTypes: "Which records are written.",
  "recordTypes.iodef": "Where refused requests are reported.",
  "recordTypes.issue": "Who may issue TLS certificates.",
  "recordTypes.issuemail": "Who may issue S/MIME certificates.",
  "recordTypes.issuewild": "Who may issue wildcard certificates.",
  records: "CAA records, as in a zone file.",
  roots: "Certificates to trust in addition to the public roots. Each is taken for a root.",
  state: "The state or province of the organization.",
  subjectAltNames: "Further names: domains, IP addresses or e-mail addresses.",
  text: "A certificate or a CSR to take names, subject and kind of key from.",
  texts: "What to inspect: PEM, DER in base64, a log.",
  acceptPrivateKeys: "Private keys among the texts are read only if this is true.",
  url: "The host, as a domain or an https address; port 443 is contacted.",
  validationMethods: "The ways of validation that an authority may use (RFC 8657).",
};

const AUTHORITY = "certificateAuthorities.";

/** @throws Error for a field that nobody has described: the build ends there. */
export function aboutField(operation: string, field: string): string {
  const said = ABOUT[`${operation} ${field}`] ?? ABOUT[field];
  if (said) return said;
  const key = field.startsWith(AUTHORITY) ? field.slice(AUTHORITY.length) : null;
  const authority = AUTHORITIES.find((each) => each.key === key);
  if (authority) return `${authority.name} may issue.`;
  throw new Error(`Describe the field ${field} of ${operation}`);
}
