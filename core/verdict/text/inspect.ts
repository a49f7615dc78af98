/** The sentences about files and what belongs together. */
import { dateTime, day } from "../../kernel/dates.ts";
import { counted, listed, named, namedFile, quoted, withCommas } from "../../kernel/formatting.ts";
import type { InspectCode } from "../codes.ts";
import type { Counted, Thing } from "../inspect-codes.ts";
import { COUNTED_KINDS, keyText, kindText } from "./kind-words.ts";
import type { TextsOf, Words } from "./language.ts";
import { headline, sentence } from "./sentence.ts";
import { signedSentences } from "./signed.ts";

const words = (title: string, text = ""): Words => ({ title, text });

const thing = ({ name, isFile }: Thing): string => isFile ? namedFile(name) : named(name);

/** A sentence about the only object, or one about several. */
function each(
  { count, only }: Counted,
  one: (name: string) => string,
  many: (count: string) => string,
): Words {
  return words(only === null ? many(withCommas(count)) : one(thing(only)));
}

/** Several chains: of two it names the certificates. */
const chainsOf = ({ count, both }: { count: number; both: readonly Thing[] | null }): string =>
  both === null
    ? `${withCommas(count)} chains`
    : `The chains of ${listed(both.map((one) => thing(one)))}`;

const ERRORS = {
  crl_expired: (count: string) =>
    `${count} CRLs have expired: programs that check them refuse every certificate`,
  serial_reused: (count: string) =>
    `${count} certificates share issuer and serial number with another one: Firefox refuses them ` +
    "(SEC_ERROR_REUSED_ISSUER_AND_SERIAL)",
  revoked: (count: string) => `${count} certificates are revoked`,
  expired: (count: string) => `${count} certificates have expired`,
  not_yet_valid: (count: string) => `${count} certificates are not valid yet`,
  expiring_soon: (count: string) => `${count} certificates expire soon`,
};

const ofObject = ({ object, message }: { object: Thing | null; message: string }): Words =>
  words(object === null ? headline(message) : `${thing(object)}: ${headline(message)}`);

const kubeconfig = (file: string | null): string =>
  file === null ? "this kubeconfig" : namedFile(file);

/** "The certificate" of a verdict, or the one that is named. */
const certificate = (of: Thing | null): string =>
  of === null ? "the certificate" : `the certificate of ${thing(of)}`;

const value = (text: string | null): string => text === null ? "none" : quoted(text);

const aliasText = (alias: string): string => alias.startsWith('"') ? alias : quoted(alias);

export const inspectTexts: TextsOf<InspectCode> = {
  nothing_found: ({ file, reason }) =>
    file === null || reason === null
      ? words("Nothing was found")
      : words(`Nothing was found in ${namedFile(file)}`, sentence(reason)),
  nothing_to_check: () => words("There is nothing to compare or verify"),
  objects_found: ({ counts }) =>
    words(counts.map(({ kind, count }) => counted(count, ...COUNTED_KINDS[kind])).join(", ")),
  not_everything_checked: () => words("Not everything was checked"),
  file_skipped: ({ count, file }) =>
    words(
      file === null
        ? `${withCommas(count)} items were skipped`
        : `1 item was skipped: ${namedFile(file)}`,
    ),
  archive_unsafe: ({ count, file }) =>
    file === null
      ? words(`${withCommas(count)} archives have files that would be written outside their folder`)
      : words(
        `${namedFile(file)} has a file that would be written outside its folder`,
        "Take care when you unpack it.",
      ),

  object_locked: ({ object, of }) =>
    words(
      `${thing(object)} is locked`,
      `${kindText(of)}. Its content is not known without its password.`,
    ),
  object_unreadable: ({ file, of, reason }) =>
    words(`${namedFile(file)} cannot be read`, `${kindText(of)}: ${sentence(reason)}`),
  object_alone: ({ of, name, key }) => {
    const what = name === null ? kindText(of) : `${kindText(of)} for ${named(name)}`;
    return words([what, keyText(key)].filter((part) => part !== null).join(", "));
  },
  object_is: ({ of, key, issuer }) => {
    const own = [kindText(of), keyText(key)].filter((part) => part !== null).join(", ");
    return words(issuer === null ? own : `${own}, issued by ${named(issuer)}`);
  },
  object_named: ({ object }) => words(thing(object)),
  object_note: ({ object, message }) =>
    words(object === null ? message : `${thing(object)}: ${message}`),
  locked: ({ isKeystore, ...found }) =>
    each(
      found,
      (name) =>
        isKeystore
          ? `The private keys in ${name} are locked`
          : `${name} is locked, so its content is not known`,
      (count) => `${count} items are locked, so their content is not known`,
    ),
  keystore_unchecked: (found) =>
    each(
      found,
      (name) => `Whether ${name} was changed is unknown without its password`,
      (count) => `Whether ${count} keystores were changed is unknown without their passwords`,
    ),
  unreadable_further: (found) =>
    each(
      found,
      (name) => `${name} could be read only in part`,
      (count) => `${count} items could be read only in part`,
    ),

  rule_error_of_object: ofObject,
  rule_warning_of_object: ofObject,
  rule_note_of_object: ofObject,
  rule_error_of_objects: ({ rule, count }) =>
    words(
      rule === null ? `${withCommas(count)} items have errors` : ERRORS[rule](withCommas(count)),
    ),
  rule_warning_of_objects: ({ rule, count }) =>
    words(
      rule === null ? `${withCommas(count)} items need a look` : ERRORS[rule](withCommas(count)),
    ),
  expired_superseded: ({ notAfter, ...found }) =>
    each(
      found,
      (name) =>
        notAfter === null
          ? `An older certificate for ${name} has expired`
          : `An older certificate for ${name} expired on ${dateTime(notAfter)}`,
      (count) => `${count} older certificates have expired`,
    ),

  certificate_ends: ({ name, notAfter }) =>
    words(`${name === null ? "It" : thing(name)} expires on ${day(notAfter)}`),
  certificate_unproven: ({ name, notAfter }) =>
    words(`${thing(name)} expires on ${day(notAfter)}`, "Its chain was not checked."),
  covers_names: ({ count }) => words(`Covers ${counted(count, "name", "names")}`),
  comes_with_key: ({ file, hasRequest }) => {
    const key = file === null ? "its private key" : `its private key (${namedFile(file)})`;
    return words(`Comes with ${key}${hasRequest ? " and CSR" : ""}`);
  },
  comes_with_unverified_key: ({ hasRequest }) =>
    words(
      hasRequest ? "Comes with a private key and CSR" : "Comes with a private key",
      "This tool cannot verify whether they match.",
    ),
  parts_match: ({ areEqual, ...parts }) => {
    const names = partsText(parts);
    return words(areEqual ? `${names} match` : `${names} have the same key`);
  },
  parts_unverified: ({ reason, ...parts }) =>
    words(`This tool cannot check that these match: ${partsText(parts)}`, sentence(reason)),
  keys_unverified: (found) =>
    each(
      found,
      (name) => `This tool cannot check that the key of ${name} matches`,
      (count) => `This tool cannot check that ${count} keys match`,
    ),
  certificates_have_keys: (found) =>
    each(
      found,
      (name) => `The key of ${name} is in these files`,
      (count) => `${count} certificates have their key in these files`,
    ),
  requests_have_keys: (found) =>
    each(
      found,
      (name) => `The CSR for ${name} has its key, but no certificate yet`,
      (count) => `${count} CSRs have their key, but no certificate yet`,
    ),
  missing_key: ({ count, only, isLocked, hasRequest }) => {
    if (count > 1) {
      return isLocked
        ? words(
          `The private keys of ${withCommas(count)} certificates were not found`,
          "They may be in a locked file.",
        )
        : words(`${withCommas(count)} certificates have no private key in these files`);
    }
    const of = only === null ? "this certificate" : thing(only);
    if (isLocked) {
      return words(`The private key of ${of} was not found`, "It may be in a locked file.");
    }
    return words(
      hasRequest
        ? `The private key of ${of} is not in these files, but its CSR is`
        : `The private key of ${of} is not in these files`,
    );
  },
  missing_certificate: ({ isLocked }) =>
    isLocked
      ? words("The certificate of this key was not found", "It may be in a locked file.")
      : words("The certificate of this key is not in these files"),
  keys_do_not_fit: ({ count, key, certificate }) =>
    words(
      key === null
        ? `None of the ${withCommas(count)} private keys matches ${thing(certificate)}`
        : `The private key in ${thing(key)} does not match ${thing(certificate)}`,
    ),
  unmatched_key: (found) =>
    each(
      found,
      (name) => `The private key in ${name} has no certificate or CSR in these files`,
      (count) => `${count} private keys have no certificate or CSR in these files`,
    ),
  key_alone: (found) =>
    each(
      found,
      () => "There is no certificate or CSR of this private key in these files",
      (count) => `${count} private keys have no certificate or CSR in these files`,
    ),
  key_not_comparable: (found) =>
    each(
      found,
      (name) => `This tool cannot compare the private key in ${name}`,
      (count) => `This tool cannot compare ${count} private keys`,
    ),
  request_alone: ({ isLocked, count, only }) => {
    if (only !== null) {
      const what = `The key and the certificate of the CSR for ${thing(only)}`;
      return isLocked
        ? words(`${what} were not found`, "They may be in a locked file.")
        : words(`${what} are not in these files`);
    }
    return isLocked
      ? words(
        `The keys and certificates of ${withCommas(count)} CSRs were not found`,
        "They may be in a locked file.",
      )
      : words(`${withCommas(count)} CSRs have neither a key nor a certificate in these files`);
  },
  public_key_alone: (found) =>
    each(
      found,
      (name) => `Nothing in these files belongs to the public key in ${name}`,
      (count) => `Nothing in these files belongs to ${count} public keys`,
    ),
  domain_uncovered: (found) =>
    each(
      found,
      (name) => `No certificate in these files is valid for ${name}`,
      (count) => `${count} domain names have no certificate in these files`,
    ),
  domain_alone: (found) =>
    each(
      found,
      (name) => `No certificate in these files is valid for ${name}`,
      (count) => `${count} domain names have no certificate in these files`,
    ),
  public_keys_match: ({ count, key, publicKey }) =>
    words(
      key === null || publicKey === null
        ? `${withCommas(count)} public keys match a private key`
        : `The private key in ${thing(key)} and the public key in ${thing(publicKey)} match`,
    ),
  public_keys_unverified: ({ count, key, publicKey }) =>
    words(
      key === null || publicKey === null
        ? `This tool cannot check that ${withCommas(count)} public keys match a private key`
        : `This tool cannot check that the private key in ${thing(key)} and the public key in ${
          thing(publicKey)
        } match`,
    ),

  names_missing: ({ certificate: of, names, count }) =>
    words(
      `${of === null ? "The certificate" : `The certificate of ${thing(of)}`} lacks ${
        count === 1 ? "a name" : counted(count, "name", "names")
      } that the CSR asks for: ${namesText(names, count)}`,
    ),
  names_added: ({ names, count, isUsual }) =>
    words(
      `The CA added ${namesText(names, count)}, which the CSR didn't ask for`,
      isUsual ? "That's normal." : "",
    ),
  common_name_differs: ({ certificate: of, given, asked }) =>
    words(
      `The common name differs: ${value(given)} in ${certificate(of)}, ${value(asked)} in the CSR`,
    ),
  subject_differs: ({ certificate: of, given, asked }) =>
    words(
      `The subject differs: ${value(given)} in ${certificate(of)}, ${value(asked)} in the CSR`,
      "CAs leave out what they did not verify.",
    ),
  other_key: ({ file }) =>
    words(`The CSR in ${namedFile(file)} is for the same name and another key`),
  not_compared: () =>
    words(
      "The names of certificate and CSR were not compared: one of the two lists cannot be read",
    ),
  certificates_differ: ({ count }) =>
    words(`${withCommas(count)} certificates differ from their CSRs`),

  chain_problem: ({ certificate, message }) =>
    words(
      certificate === null ? headline(message) : `${named(certificate)}: ${headline(message)}`,
    ),
  chain_problems: ({ count }) => words(`${withCommas(count)} problems make chains invalid`),
  chains_valid: (found) => words(`${chainsOf(found)} are complete and valid`),
  roots_not_everywhere: ({ count }) =>
    words(`Not every browser trusts the roots of ${withCommas(count)} chains`),
  chains_private: (found) =>
    words(`${chainsOf(found)} are complete, and valid where their private root is installed`),
  roots_public: ({ count }) => words(`${withCommas(count)} roots are public`),
  roots_private: ({ count }) => words(`${withCommas(count)} roots are not public`),
  chains_unusable: ({ count }) =>
    words(`Browsers refuse servers with ${withCommas(count)} of these certificates`),
  chains_refused_by_clients: ({ count }) =>
    words(`${withCommas(count)} chains are valid, but some clients refuse them`),
  chains_unverifiable: ({ count }) => words(`${withCommas(count)} chains could not be verified`),
  certificates_self_signed: ({ count }) =>
    words(`${withCommas(count)} certificates are self-signed`),
  chains_incomplete: ({ count }) =>
    words(`${withCommas(count)} chains are incomplete: an issuer is not in these files`),
  chains_invalid: ({ count }) => words(`${withCommas(count)} chains are not valid`),
  chain_not_built: ({ count }) =>
    words(
      count === 1
        ? "The chain was not checked: too many paths are possible"
        : `${withCommas(count)} chains were not checked: too many paths are possible`,
    ),
  ca_without_chain: (found) =>
    each(
      found,
      (name) => `The CA certificate ${name} is not part of a checked chain`,
      (count) => `${count} CA certificates are not part of a checked chain`,
    ),
  chain_checked_from_end: () => words("The chain was checked only from its end entity"),

  revocation_not_checked: () => words("Revocation was not checked"),
  revocation_not_checked_of: (found) =>
    each(
      found,
      (name) => `Revocation of ${name} was not checked`,
      (count) => `Revocation of ${count} other certificates was not checked`,
    ),
  not_revoked: ({ by, thisUpdate, ...found }) =>
    each(
      found,
      (name) =>
        by === null || thisUpdate === null
          ? `${name} is not revoked`
          : `${name} is not revoked, by the ${by === "crl" ? "CRL" : "OCSP response"} of ${
            day(thisUpdate)
          }`,
      (count) => `${count} certificates are not revoked`,
    ),
  revocation_status_unknown: ({ count, only, reason }) =>
    words(
      only === null
        ? `We could not find out whether ${withCommas(count)} certificates are revoked`
        : `We could not find out whether ${thing(only)} is revoked`,
      reason === null ? "" : sentence(reason),
    ),
  crl_of_no_certificate: (found) =>
    each(
      found,
      (name) => `The CRL is from ${name}, and no other certificate here is from it`,
      (count) => `${count} CRLs are from authorities here, and no other certificate here is`,
    ),
  crl_without_issuer: (counted) =>
    words(
      counted.only === null
        ? `${
          withCommas(counted.count)
        } CRLs cannot be verified without the certificates of their issuers`
        : `The CRL of ${thing(counted.only)} cannot be verified without the certificate of ${
          thing(counted.only)
        }`,
    ),
  status_about_others: ({ count, kind }) => {
    const rest = "about these certificates, or their issuer is not in these files";
    if (kind === "crl") return words(`The CRL is not ${rest}`);
    if (kind === "ocsp-response") return words(`The OCSP response says nothing ${rest}`);
    return words(`${withCommas(count)} CRLs and OCSP responses say nothing ${rest}`);
  },

  signed_file_valid: ({ because, ...file }) =>
    words(`${signature(file)} is valid`, signedSentences(because)),
  signed_file_unknown: ({ because, isMatching, ...file }) =>
    words(
      isMatching
        ? `${signature(file)} matches the content`
        : `${signature(file)} could not be verified completely`,
      signedSentences(because),
    ),
  signed_file_invalid: ({ because, ...file }) =>
    words(`${signature(file)} is not valid`, signedSentences(because)),
  signed_files_valid: ({ count }) => words(`${withCommas(count)} signed files are valid`),
  signed_files_unknown: ({ count }) =>
    words(`${withCommas(count)} signed files could not be verified completely`),
  encrypted_file: ({ file, because }) =>
    words(`${thing(file)} is encrypted`, signedSentences(because)),
  encrypted_files: ({ count }) =>
    words(`${withCommas(count)} encrypted messages were not decrypted`),

  key_beside_other_certificate: ({ file, key, certificate }) =>
    words(
      `In ${
        namedFile(file)
      }, the private key at ${key} does not belong to the certificate at ${certificate}`,
    ),
  keys_beside_other_certificates: ({ count }) =>
    words(`${withCommas(count)} private keys do not belong to the certificates next to them`),
  alias_of_request: ({ alias, file, request, others }) => {
    const which = file === null
      ? `The keystore's alias ${aliasText(alias)}`
      : `The alias ${aliasText(alias)} in ${namedFile(file)}`;
    const csr = request === null ? "this CSR" : `the CSR for ${thing(request)}`;
    const more = others.map((other) => `${aliasText(other.alias)} in ${namedFile(other.file)}`);
    if (more.length === 0) return words(`${which} belongs to ${csr}`);
    return words(
      more.length === 1
        ? `${which} belongs to ${csr}, and so does ${more[0]}`
        : `${which} belongs to ${csr}, and so do ${listed(more, "and")}`,
    );
  },
  aliases_of_requests: ({ count }) =>
    words(`${withCommas(count)} CSRs belong to aliases of the keystores`),
  kubeconfig_issued: ({ file, count }) =>
    words(
      count === 1
        ? `The CA in ${kubeconfig(file)} issued its client certificate`
        : `The CAs in ${kubeconfig(file)} issued its ${withCommas(count)} client certificates`,
    ),
  kubeconfig_issued_elsewhere: ({ issuer, issuerFile, file }) =>
    words(
      `${thing(issuer)}, in ${namedFile(issuerFile)}, issued the client certificate in ${
        kubeconfig(file)
      }`,
    ),
  kubeconfig_issued_some: ({ file, issued, count }) =>
    words(
      `The CAs in ${kubeconfig(file)} issued ${withCommas(issued)} of its ${
        withCommas(count)
      } client certificates`,
    ),
  kubeconfig_without_ca: ({ file, count }) =>
    words(`There is no CA for the ${withCommas(count)} client certificates in ${kubeconfig(file)}`),
  kubeconfig_unverified: ({ file }) =>
    words(
      `This tool cannot verify whether the CA in ${kubeconfig(file)} issued its client certificate`,
    ),
  kubeconfig_other_key: ({ file }) =>
    words(
      `The CA in ${kubeconfig(file)} did not issue its client certificate: it has the name of ` +
        "the issuer, but another key",
    ),
  kubeconfig_not_issued: ({ file, issuer }) =>
    words(
      `The CA in ${kubeconfig(file)} did not issue its client certificate`,
      `That was ${quoted(issuer)}.`,
    ),
  kubeconfigs_issued: ({ issued, count }) => words(kubeconfigsText(issued, count)),
  kubeconfigs_issued_some: ({ issued, count }) => words(kubeconfigsText(issued, count)),
  saml_certificates_end: ({ count, end }) =>
    words(
      count === 2
        ? `Both certificates in the SAML metadata expire on ${day(end)}`
        : `All ${withCommas(count)} certificates in the SAML metadata expire on ${day(end)}`,
    ),
  saml_certificate_first: ({ certificate, use, file, count, isOver, end }) => {
    const kind = use === null ? "certificate" : `${use} certificate`;
    const which = certificate === null ? `The ${kind}` : `The ${kind} ${thing(certificate)}`;
    const where = file === null ? "in the SAML metadata" : `in ${namedFile(file)}`;
    const among = count === 2 ? "first" : `first of ${withCommas(count)}`;
    return words(
      `${which} ${where} ${isOver ? "expired" : "expires"} ${among}, on ${day(end)}`,
    );
  },
};

function signature(
  { file, isTimestamp, signer }: { file: Thing; isTimestamp: boolean; signer: string | null },
): string {
  const what = isTimestamp
    ? "The timestamp"
    : signer === null
    ? "The signature"
    : `The signature of ${named(signer)}`;
  return `${what} in ${thing(file)}`;
}

const kubeconfigsText = (issued: number, count: number): string =>
  `${withCommas(issued)} of ${withCommas(count)} kubeconfigs have client certificates whose CA ` +
  "is in these files";

/** At most five names; the others are counted. */
const namesText = (names: readonly string[], count: number): string =>
  count > names.length
    ? `${names.map(named).join(", ")} and ${withCommas(count - names.length)} more`
    : names.map(named).join(", ");

interface Parts {
  readonly hasKey: boolean;
  readonly hasCertificate: boolean;
  readonly requests: number;
}

/** "Key, certificate and CSR". */
function partsText({ hasKey, hasCertificate, requests }: Parts): string {
  const csr = requests === 1 ? "CSR" : `${withCommas(requests)} CSRs`;
  if (hasKey && hasCertificate) {
    return requests === 0 ? "Key and certificate" : `Key, certificate and ${csr}`;
  }
  return hasKey ? `Key and ${csr}` : `Certificate and ${csr}`;
}
