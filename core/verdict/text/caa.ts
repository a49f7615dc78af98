/** The sentences about CAA records. */
import { abridged, counted, listed, named, withCommas } from "../../kernel/formatting.ts";
import type {
  CaaCode,
  CaaIssuers,
  CaaKind,
  CaaLimit,
  CaaQuestion,
  CaaStep,
  CaaUndecided,
} from "../codes.ts";
import type { Statement } from "../model.ts";
import { textOf } from "../render.ts";
import type { Language, StepsOf, TextsOf, Words } from "./language.ts";
import { sentence } from "./sentence.ts";

const words = (title: string, text = ""): Words => ({ title, text });
const joined = (...sentences: string[]): string => sentences.filter((one) => one !== "").join(" ");

/** The most authorities, limits, tags or addresses that a sentence lists. Records may have thousands. */
const MOST_LISTED = 10;
const few = (words: readonly string[]): string =>
  words.length > MOST_LISTED ? abridged(words, MOST_LISTED) : listed(words);

function limitWords(limit: CaaLimit): string {
  if ("account" in limit) return `only for the account ${named(limit.account)}`;
  if ("parameter" in limit) {
    return `only as the authority defines the parameter ${named(limit.parameter)}`;
  }
  return limit.methods.length === 0
    ? "by no validation method"
    : `only by ${few(limit.methods.map(named))}`;
}

function limitsWords(limits: readonly CaaLimit[]): string {
  const distinct = [...new Set(limits.map(limitWords))];
  const more = distinct.length - MOST_LISTED;
  const shown = distinct.slice(0, MOST_LISTED).join(" and ");
  return more > 0 ? `${shown} and ${withCommas(more)} more` : shown;
}

/** "Sectigo and DigiCert (only by dns-01)" */
const namesOf = (issuers: NonNullable<CaaIssuers>): string =>
  few([
    ...new Set(issuers.map(({ name, limits }) =>
      limits.length === 0 ? name : `${name} (${limitsWords(limits)})`
    )),
  ]);

/** "only Sectigo", "no authority" or "not restricted" */
function onlyWords(issuers: CaaIssuers): string {
  if (issuers === null) return "not restricted";
  return issuers.length === 0 ? "no authority" : `only ${namesOf(issuers)}`;
}

/** " for example.com"; a wildcard answers for names without records of their own. */
function whereWords(name: string | null): string {
  if (name === null) return "";
  return name.startsWith("*.")
    ? ` for the names below ${named(name.slice(2))} that have no DNS records of their own`
    : ` for ${named(name)}`;
}

function tlsTitle(issuers: CaaIssuers, where: string): string {
  if (issuers === null) {
    return `Any authority may issue TLS certificates${where}: no issue record restricts them`;
  }
  return issuers.length === 0
    ? `No authority may issue TLS certificates${where}`
    : `Only ${namesOf(issuers)} may issue TLS certificates${where}`;
}

const KINDS: Readonly<Record<CaaKind, string>> = {
  tls: "TLS certificates",
  wildcard: "wildcard certificates",
  email: "S/MIME certificates",
};

const authorityWords = (authority: string): string =>
  authority === "" ? "The authority" : authority;
const nameWords = (name: string | null): string => name === null ? "this name" : named(name);

const decidesWords = ({ owner, wildcard, name }: CaaQuestion): string =>
  joined(
    wildcard === null
      ? ""
      : `The wildcard ${named(wildcard)} answers for ${
        nameWords(name)
      }, if that name has no DNS records of its own.`,
    owner === null || owner === wildcard ? "" : `The records at ${named(owner)} decide.`,
  );

/** Why an authority may issue. */
function permittedReason({ kind, by }: { kind: CaaKind; by: string | null }): string {
  if (by === null) return `No record restricts ${KINDS[kind]}: any authority may issue.`;
  return by === "issue" && kind === "wildcard"
    ? "An issue record names it, and there is no issuewild record, so issue governs."
    : `An ${by} record names it.`;
}

function forbiddenReason({ by, others }: { by: string | null; others: boolean }): string {
  if (by === "critical") {
    return "A record with an unregistered tag is marked critical, so no authority that does not know the tag may issue.";
  }
  return others
    ? `The ${by} records name others, not this authority.`
    : `The ${by} records allow no authority at all.`;
}

/** The conditions of a permission, as sentences. */
const conditionsOf = (
  tags: readonly string[],
  limits: readonly (readonly CaaLimit[])[],
): string[] => [
  ...tags.map((tag) => `The authority must know the tag ${tag}, which is marked critical.`),
  ...new Set(limits.map((one) => `It may issue ${limitsWords(one)}.`)),
];

const UNDECIDED: Readonly<Record<CaaUndecided, (at: string | null) => string>> = {
  alias_loop: (at) => `The aliases of ${nameWords(at)} form a loop or are too many to follow.`,
  name_too_long: (at) => `A DNAME record makes ${nameWords(at)} longer than 255 octets.`,
  delegated: (at) =>
    `${nameWords(at)} has name servers of its own (NS), and the text has no CAA record of theirs.`,
  no_origin: () =>
    "The text has relative names and no $ORIGIN. Add a line with $ORIGIN and the name of the zone.",
  not_in_text: () =>
    "The text has no CAA record for this name or above it. If none is published, any authority may issue.",
  no_records: () => "The text has no CAA record that can be read.",
  configuration: () => "This is a configuration of Terraform, which we do not read.",
  not_shown: () =>
    "This nslookup found a CAA record and does not show its data: it does not know the type 257.",
  addresses_copied: (at) =>
    `An ALIAS or ANAME record copies only the addresses of ${
      nameWords(at)
    }, so its CAA records do not count. ` +
    "The text has no CAA record for this name or above it. If none is published, any authority may issue.",
  several_names: () => "The text has records for several names. Choose one of them.",
};

/** The reason and the conditions of a decision: fields that answers had before their verdict. */
export function reasonWords(statement: Statement): { reason: string; conditions: string[] } {
  const { code, facts } = statement;
  const said = (reason: string, conditions: string[] = []) => ({ reason, conditions });
  switch (code) {
    case "caa_permitted":
      return said(permittedReason(facts));
    case "caa_permitted_if":
      return said(permittedReason(facts), conditionsOf(facts.tags, facts.limits));
    case "caa_forbidden":
      return said(forbiddenReason(facts));
    case "caa_undecided":
      return said(UNDECIDED[facts.why](facts.at));
    default:
      return said(textOf(statement, caaEnglish));
  }
}

const didYouMean = (meant: string | null): string => meant === null ? "" : `Did you mean ${meant}?`;

const caaTexts: TextsOf<CaaCode> = {
  caa_blocked: () =>
    words(
      "A record with an unregistered tag is marked critical: authorities that do not know it must not issue anything",
    ),
  caa_tls: ({ issuers, name }) => words(tlsTitle(issuers, whereWords(name))),
  caa_wildcard: ({ issuers, isSame }) =>
    words(`Wildcard certificates: ${isSame ? "the same" : onlyWords(issuers)}`),
  caa_email: ({ issuers }) => words(`S/MIME certificates: ${onlyWords(issuers)}`),
  caa_mark: ({ issuers }) => words(`Verified mark certificates: ${onlyWords(issuers)}`),
  caa_critical_tags: ({ tags }) =>
    words(
      `An authority that does not know ${
        few(tags.map(named))
      } must not issue: the record is marked critical`,
    ),
  caa_reports: ({ to }) =>
    words(`Authorities may report refused requests to ${few(to.map(named))}`),
  caa_below: ({ name }) =>
    words(`Names below ${named(name)}: the same, unless they have CAA records of their own`),
  caa_records_valid: ({ records, names }) => {
    const count = counted(records, "CAA record");
    if (names > 1) return words(`${count}, all valid, for ${counted(names, "name")}`);
    return words(`${count}, ${records === 1 ? "valid" : "all valid"}`);
  },
  caa_records_invalid: ({ records, invalid }) =>
    words(
      records === 1
        ? "The CAA record is not valid"
        : `${invalid} of ${counted(records, "CAA record")} ${
          invalid === 1 ? "is" : "are"
        } not valid`,
      "Authorities may ignore them, or refuse to issue.",
    ),
  caa_record_valid: ({ isNamed }) =>
    words("The CAA record is valid", isNamed ? "" : "The text does not say for which name it is."),
  caa_record_invalid: ({ reason }) => words("The CAA record is not valid", sentence(reason)),
  caa_cname_beside: ({ name }) =>
    words(
      `${named(name)} has a CNAME record beside its CAA records`,
      "No other record may be beside a CNAME (RFC 1034, 3.6.2). Name servers refuse such a zone, or answer with only one of the two.",
    ),
  caa_no_record_in_text: () =>
    words(
      "No CAA record was found in this text",
      "If none is published for a name or above it, any authority may issue.",
    ),
  caa_permitted: (facts) =>
    words(
      `${authorityWords(facts.authority)} may issue for ${nameWords(facts.name)}`,
      joined(permittedReason(facts), decidesWords(facts)),
    ),
  caa_permitted_if: (facts) =>
    words(
      `${authorityWords(facts.authority)} may issue for ${
        nameWords(facts.name)
      }, under a condition`,
      joined(
        permittedReason(facts),
        ...conditionsOf(facts.tags, facts.limits),
        decidesWords(facts),
      ),
    ),
  caa_forbidden: (facts) =>
    words(
      `${authorityWords(facts.authority)} must not issue for ${nameWords(facts.name)}`,
      joined(forbiddenReason(facts), decidesWords(facts)),
    ),
  caa_undecided: ({ name, why, at }) =>
    words(`These records say nothing about ${nameWords(name)}`, UNDECIDED[why](at)),
  caa_lookup_failed: ({ name, reason }) =>
    words(
      name === null ? "DNS gave no answer" : `DNS gave no answer for ${named(name)}`,
      `The look-up failed: ${reason}. We cannot say which records are published. An authority that sees the same failure usually refuses to issue.`,
    ),
  caa_published: ({ at }) => words(`CAA records are published at ${named(at)}`),
  caa_alias: ({ name, target }) =>
    words(`${named(name)} is an alias of ${named(target)}, whose records count`),
  caa_none_published: ({ name, top }) =>
    words(
      `No CAA record is published for ${named(name)}`,
      top === null
        ? "The names above it have none either: any authority may issue."
        : `The names above it have none either. ${
          named(top)
        } is not a public top-level domain, so no public authority issues.`,
    ),
  caa_no_such_name: ({ name }) => words(`The name ${named(name)} itself does not exist`),
  caa_flag_one: () => words("Flags 1 is reserved and does nothing. The critical flag is 128"),
  caa_flags_reserved: () => words("Reserved flags are set. Authorities ignore them"),
  caa_tag_critical: ({ tag }) =>
    words(
      `The tag ${
        named(tag)
      } is not registered and marked critical: an authority that does not know it must not issue`,
    ),
  caa_tag_ignored: ({ tag }) =>
    words(`The tag ${named(tag)} is not registered: authorities ignore it`),
  caa_comment_ends_value: () =>
    words(
      "The text after the semicolon is a comment. If it belongs to the value, put it in quotes",
    ),
  caa_parameter_own: ({ parameter }) =>
    words(
      `The parameter ${
        named(parameter)
      } is not one of RFC 8657: its meaning is the authority's own`,
    ),
  caa_issuer_is_word: ({ issuer }) =>
    words(
      `${
        named(issuer)
      } is not the domain of an authority, so with this record alone no authority may issue`,
      'To forbid every authority, write ";" as the value.',
    ),
  caa_issuer_mistaken: ({ issuer, authority, meant }) =>
    words(
      `No authority looks for ${named(issuer)} in CAA records. ${authority} looks for ${meant}`,
      didYouMean(meant),
    ),
  caa_issuer_unlisted: ({ issuer }) =>
    words(
      `Our list of authorities does not have ${named(issuer)}`,
      "Compare it with the documents of your authority: if no authority uses this name, the record allows none.",
    ),
  caa_method_unregistered: ({ method, meant }) =>
    words(
      `${named(method)} is not a registered validation method, so no authority can use it`,
      didYouMean(meant),
    ),
  caa_account_of_other: ({ owner, authority }) =>
    words(
      `The account belongs to ${owner}, and the record names ${authority}, which has no such account and must not issue`,
    ),
  caa_account_for_tests: ({ host }) =>
    words(`The account at ${named(host)} is for tests. Use your account for real certificates`),
  caa_record_meant: ({ records }) =>
    words(
      records.length === 1
        ? `Did you mean this record? ${records[0]}`
        : `A record names one authority. Did you mean these records? ${records.join(" and ")}`,
    ),
};

const caaSteps: StepsOf<CaaStep> = {
  add_caa_records: ({ count, name }) =>
    `Add ${counted(count, "record")} to the DNS of ${named(name)}.`,
  allow_in_caa: ({ authority }) =>
    `Add a record for ${
      authority === "" ? "the authority" : authority
    }, or use an authority that is allowed.`,
  meet_caa_limits: () => "Check that your account and validation method meet it.",
  correct_caa_records: () => "Correct what is marked.",
  look_up_caa: () => "Look up the records of the name itself.",
  give_caa_records: () => "Give lines with CAA in them, or look up the domain.",
  use_dig: () => "Give the answer of dig or host, or look up the domain.",
  create_caa_records: () => "Create records if only certain authorities should issue.",
  check_name_servers: () => "Try again, or check the name servers of the domain.",
  move_caa_records: () =>
    "Remove one of them. CAA records can be at the target of the CNAME, or above it.",
};

export const caaEnglish: Language = { texts: caaTexts, steps: caaSteps, sentence };
