/** The sentences about a chain. */
import { dateTime, day, timeAgo } from "../../kernel/dates.ts";
import { counted, listed, named, withoutEnd } from "../../kernel/formatting.ts";
import { nearMissWords } from "../../names/near-miss.ts";
import { reasonWords } from "../../x509/reason-names.ts";
import { issuerNotFound } from "../../x509/texts.ts";
import type { BrokenRule, ChainCode, Owner, RefusedFor } from "../codes.ts";
import type { TextsOf, Words } from "./language.ts";

const MINUTE = 60_000;

const words = (title: string, text = ""): Words => ({ title, text });

const ownerOf = ({ name, isOfHost }: Owner): string =>
  isOfHost ? `The certificate of ${named(name)}` : named(name);

const wrongSelfSignature = (owner: Owner): Words =>
  words(
    `The signature of ${named(owner.name)} is wrong`,
    "It names itself as issuer, and its own key did not sign it: it was changed, or another key has its name. " +
      "Clients refuse it.",
  );

const issuerOf = (issuer: string | null): string =>
  issuer === null ? "an issuer without a name" : named(issuer);

const untilOf = (until: string | null): string =>
  until === null ? "without an end" : `until ${day(until)}`;

const rule = ({ title, message }: BrokenRule): Words => words(title, message);

/** "Chrome and Edge refuse", "Java refuses" */
const refusedBy = (refusals: readonly RefusedFor[]): string => {
  const clients = refusals.flatMap(({ clients }) => clients);
  return `${listed(clients)} ${clients.length === 1 ? "refuses" : "refuse"}`;
};

const reasonsOf = (refusals: readonly RefusedFor[]): string =>
  refusals.map(({ certificate, message }) =>
    certificate === null ? message : `${named(certificate)}: ${message}`
  ).join(" ");

const PRODUCTS = {
  default: "The server sends it because no certificate is set up for this name.",
  device: "The device made it for itself. Clients refuse it.",
  test: "It is for tests only. No client trusts its root.",
  development: "It is for development. Only machines on which its root is installed accept it.",
  origin: "Only Cloudflare's own servers trust it, not browsers that connect directly.",
} as const;

const ANDROID = "Desktop browsers repair this by themselves; Android, curl and Java do not.";
const MAYBE_ANDROID =
  "If a server sends only this, Android, curl and Java refuse it; desktop browsers may repair it by themselves.";

function issuerMissing(
  issuer: string,
  kind: "root" | "intermediate" | null,
  isFromServer: boolean,
): string {
  if (isFromServer) {
    return kind === "intermediate"
      ? `The server doesn't send its intermediate certificate ${issuer}`
      : `The server doesn't send the issuer certificate ${issuer}`;
  }
  switch (kind) {
    case "intermediate":
      return `The intermediate certificate ${issuer} is missing`;
    case "root":
      return `The root certificate ${issuer} is missing`;
    case null:
      return `The issuer certificate ${issuer} is missing`;
  }
}

export const chainTexts: TextsOf<ChainCode> = {
  chain_valid: ({ name, until }) => words(`${named(name)} is valid ${untilOf(until)}`),
  chain_private: ({ name, root }) =>
    words(`${named(name)} is valid where ${named(root)} is installed`),
  private_root_alone: ({ name, until }) =>
    words(`${named(name)} is a private root, valid ${untilOf(until)}`),
  valid_but_refused: ({ name, root, until, refusals }) =>
    words(
      root === null
        ? `${named(name)} is valid ${untilOf(until)}, but ${refusedBy(refusals)} it`
        : `${named(name)} is valid where ${named(root)} is installed, but ${
          refusedBy(refusals)
        } it`,
      reasonsOf(refusals),
    ),
  clients_refuse: ({ name, refusals }) =>
    words(
      `${refusedBy(refusals)} ${named(name)}: ${refusals[0].title}`,
      `The chain itself is VALID. ${reasonsOf(refusals)}`,
    ),
  crl_expired: ({ message }) =>
    words(withoutEnd(message, "."), "The chain itself is VALID. Revocation cannot be checked."),
  client_certificate_required: ({ name }) =>
    words(
      `${named(name)} accepts only clients that have a certificate`,
      "The chain itself is VALID. Browsers without a certificate that the server accepts cannot connect.",
    ),
  root_not_everywhere: ({ name, refusing, missingFrom }) =>
    words(
      `Not every browser trusts the root of ${named(name)}`,
      missingFrom !== null
        ? `The root is not in Mozilla's list of ${day(missingFrom)}.`
        : refusing.map(({ name, until }) =>
          until === null
            ? `${name} does not trust it.`
            : `${name} does not trust certificates that it issued after ${day(until)}.`
        ).join(" "),
    ),
  browsers_may_refuse: ({ name, title, message }) =>
    words(
      `Browsers may refuse ${named(name)}: ${title}`,
      `The chain itself is VALID. ${message}`,
    ),
  chain_unverifiable: ({ name }) =>
    words(
      `The chain of ${named(name)} cannot be verified here`,
      "A signature in the chain uses an algorithm that this tool cannot verify.",
    ),
  merkle_tree_certificate: ({ name }) =>
    words(
      `${named(name)} is a Merkle Tree Certificate, whose proof is not verified here`,
      "A proof that a log lists it stands in place of an issuer's signature.",
    ),
  chain_invalid: ({ name, broken }) =>
    broken === null ? words(`The chain of ${named(name)} is INVALID`) : words(
      `The chain of ${named(name)} is not valid: ${broken.title}`,
      broken.certificate === null
        ? broken.message
        : `${named(broken.certificate)}: ${broken.message}`,
    ),
  expired: ({ owner, notAfter, days }) =>
    words(
      `${ownerOf(owner)} expired ${timeAgo(days)}`,
      `It was valid until ${day(notAfter)}. Clients refuse it.`,
    ),
  issuer_expired: ({ name, issuer, days }) =>
    words(
      `The chain of ${named(name)} is broken: ${named(issuer)} expired ${timeAgo(days)}`,
      "Clients refuse every certificate below it.",
    ),
  not_yet_valid: ({ owner, notBefore, at }) => {
    const minutes = Math.ceil((Date.parse(notBefore) - Date.parse(at)) / MINUTE);
    const hours = Math.ceil(minutes / 60);
    if (hours > 48) {
      return words(
        `${ownerOf(owner)} is not valid before ${day(notBefore)}`,
        "Clients refuse it until then.",
      );
    }
    const left = minutes > 90
      ? counted(hours, "hour", "hours")
      : counted(minutes, "minute", "minutes");
    return words(
      `${ownerOf(owner)} is not valid before ${dateTime(notBefore)}`,
      `It becomes valid in ${left}, and clients refuse it until then. If it was just issued, the clock of ` +
        "this device or of its CA may be wrong.",
    );
  },
  revoked: ({ owner, revokedAt, reason }) => {
    const when = revokedAt === null
      ? `${ownerOf(owner)} was revoked`
      : `${ownerOf(owner)} was revoked on ${day(revokedAt)}`;
    return words(
      reason === null || reason === "unspecified" ? when : `${when}: ${reasonWords(reason)}`,
      "Clients that check revocation refuse it.",
    );
  },
  signature_invalid: ({ owner, issuer }) =>
    issuer === owner.name ? wrongSelfSignature(owner) : words(
      issuer
        ? `${ownerOf(owner)} was not signed by ${named(issuer)}`
        : `${ownerOf(owner)} was not signed by its issuer`,
      "Its signature was not made by the issuer's key. It was changed, or the issuer's name has " +
        "another key now. Clients refuse it.",
    ),
  self_signed: ({ owner }) =>
    words(
      `${ownerOf(owner)} is self-signed`,
      "No CA issued it. Only clients that have it in their trust store accept it.",
    ),
  unknown_critical_extension: ({ owner, oids }) =>
    words(
      `${ownerOf(owner)} has an unknown critical extension`,
      oids.length === 0
        ? "Clients must refuse a certificate with a critical extension that they do not know."
        : `Clients must refuse a certificate with a critical extension that they do not know: ${
          oids.join(", ")
        }.`,
    ),
  issuer_not_found: ({ child, issuer, kind, isFromServer }) => {
    const signed = `${named(child)} was signed by ${issuerOf(issuer)}, ` +
      "which is neither among these certificates nor in the trust store.";
    // Pages show only the first lines, so the clients that fail come first.
    const clients = kind === "root"
      ? ""
      : kind === "intermediate" || isFromServer
      ? ` ${ANDROID}`
      : ` ${MAYBE_ANDROID}`;
    return words(
      issuerMissing(issuerOf(issuer), kind, isFromServer),
      `${issuerNotFound}.${clients} ${signed}`,
    );
  },
  private_root_not_given: ({ child, issuer, isFromServer, isRoot, isListed }) => {
    const name = issuerOf(issuer);
    const signed = `${issuerNotFound}. ${named(child)} was signed by ${name}.`;
    const [server, rest] = isFromServer
      ? ["the server", "the server must send it"]
      : ["a server", "add it too"];
    return words(
      isListed
        ? `The public root ${name} did not issue ${named(child)}: its key is another one`
        : `${name}, which issued ${named(child)}, is in no public list`,
      isRoot
        ? `Everything that ${server} should send is there. ${signed} A server does not send a root.`
        : `If ${name} is a root: everything that ${server} should send is there. If it is an ` +
          `intermediate certificate, ` +
          `${rest}. ${signed}`,
    );
  },
  issuer_has_other_key: ({ child, issuer, isFromServer, age, found, needed }) => {
    const keys = found === null || needed === null
      ? ""
      : ` Its key identifier is ${found}; ${named(child)} needs ${needed}.`;
    const an = age === "older" ? "an older" : "a newer";
    return words(
      isFromServer
        ? `The server sends ${an} ${named(issuer)} than the one that issued ${named(child)}`
        : `This is ${an} ${named(issuer)} than the one that issued ${named(child)}`,
      `${issuerNotFound}. The name is right, but the key is another one.${keys} ` +
        "The CA has certificates with more than one key.",
    );
  },
  renewed_comes_later: ({ owner, days, number, until, isFromServer }) =>
    words(
      `${ownerOf(owner)} expired ${timeAgo(days)}, and its renewal comes later as No. ${number}`,
      `The renewed certificate is valid until ${day(until)}. ` +
        (isFromServer
          ? "Clients read the first certificate that the server sends."
          : "Servers and clients use the first certificate of a file."),
    ),
  other_certificate_fits: ({ own, asked, number }) =>
    words(
      `The first certificate is for ${named(own)}; No. ${number} is for ${named(asked)}`,
      "Servers and clients use the first certificate of a file.",
    ),
  default_certificate: ({ name, product, kind }) =>
    words(
      kind === "default" || kind === "device"
        ? `${named(name)} has the default certificate of ${product}`
        : `The certificate of ${named(name)} is from ${product}`,
      PRODUCTS[kind],
    ),
  timestamps_unverified: ({ clients, reason }) =>
    words(`Certificate Transparency was not verified for ${listed(clients)}`, reason),
  expired_alternative: ({ names, isFromServer }) =>
    words(
      `${isFromServer ? "The server also sends" : "There is also"} ${
        names.length === 1 ? "an expired certificate" : "expired certificates"
      } of ${listed(names.map(named))}`,
      "OpenSSL 1.0, GnuTLS before 3.6.14 and LibreSSL before 3.1.3 may follow it and fail.",
    ),
  host_name_mismatch: ({ own, more, asked, isValid, near }) => {
    const names = more === 0
      ? named(own)
      : `${named(own)} and ${counted(more, "other name", "other names")}`;
    const other = asked === null ? "that host name" : named(asked);
    const sentences = [
      ...isValid ? ["The chain itself is VALID."] : [],
      ...near === null ? [] : [nearMissWords(near)],
    ];
    return words(
      `This certificate is for ${names}, not for ${other}`,
      sentences.join(" "),
    );
  },
  intermediate_not_sent: ({ issuer }) =>
    words(`The server doesn't send its intermediate certificate ${named(issuer)}`, ANDROID),
  weak_signature: ({ owner, hash, isValid }) =>
    words(
      hash === null
        ? `${named(owner)} is signed with a hash that can be forged`
        : `${named(owner)} is signed with ${hash}, which can be forged`,
      isValid ? "The chain itself is VALID." : "",
    ),
  weak_key: ({ owner, bits, isValid }) =>
    words(
      bits === null
        ? `The RSA key of ${named(owner)} is too short; at least 2048 bits are required`
        : `The RSA key of ${named(owner)} has ${bits} bits; at least 2048 are required`,
      isValid ? "The chain itself is VALID." : "",
    ),
  expiring_soon: ({ owner, days, notAfter, isValid }) =>
    words(
      days === 0
        ? `${ownerOf(owner)} expires today`
        : `${ownerOf(owner)} expires in ${counted(days, "day", "days")}`,
      isValid
        ? `The chain is VALID until ${day(notAfter)}.`
        : `It is valid until ${day(notAfter)}.`,
    ),
  root_public: ({ name, date }) =>
    words(`The root of ${named(name)} is in Mozilla's list of ${day(date)}`),
  root_private: ({ root, isAlone }) =>
    words(
      isAlone
        ? "Private root: devices on which it is installed accept what it signs"
        : `Private root: devices on which ${named(root)} is installed accept this chain`,
    ),
  root_is_namesake: ({ root }) =>
    words(
      `The public root ${named(root)} has another key, so it is not the root of this chain`,
      "Clients that have only the public root refuse the chain.",
    ),
  root_trusted_by_user: ({ name }) =>
    words(`The root of ${named(name)} is trusted by you`, "It is not a public root."),
  rule_error: rule,
  rule_warning: rule,
  rule_note: rule,
};
