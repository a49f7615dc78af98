/** Until when a chain works, and what is known to change: a list of dates, each with its clause. */
import { authorityName } from "../names/certificate-name.ts";
import { NO_END } from "../kernel/dates.ts";
import { citation, type Clause, practice, rfc5280 } from "../x509/documents.ts";
import { named } from "../kernel/formatting.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { COMING_RULES, TERM_LIMIT_CLAUSES, termLimitOf } from "../x509/rules/announced.ts";
import type { CalendarDate, ChainEntry, ChainResponse } from "./contract.ts";

type Analyzed = Omit<ChainResponse, "calendar">;

/** Returns the dates of an analyzed chain, the earliest first. `now` is in milliseconds since 1970. */
export function calendarOf(answer: Analyzed, now: number): CalendarDate[] {
  const { chain, judgedAs, acceptance, validation } = answer;
  const [leaf, ...issuers] = chain;
  const isPublic = judgedAs === "public-tls" &&
    (validation.trusted || acceptance?.scope === "public");
  return [
    ...datesOfLeaf(leaf, validation.isValid !== false && Date.parse(leaf.info.notAfter) >= now),
    ...issuers.map((issuer, place) => endOf(issuer, place + 1, answer)),
    ...(isPublic && leaf.type === "leaf" ? nextCertificate(leaf, acceptance) : []),
    ...termLimits(answer),
    ...programLimits(answer),
  ]
    .map((date) => ({ ...date, isPast: Date.parse(date.date) <= now }))
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
}

type Row = Omit<CalendarDate, "isPast">;

/** A third of the lifetime is left for the renewal, as ACME clients do. CAs are renewed in other ways. */
const RENEWAL = practice("two thirds of the lifetime, as ACME clients renew");
const VALIDITY = rfc5280("4.1.2.5");

/** `isUsable`: the certificate can be renewed. One that is not valid has to be replaced. */
function datesOfLeaf({ info, type }: ChainEntry, isUsable: boolean): Row[] {
  const { notBefore, notAfter } = info;
  const [start, end] = [Date.parse(notBefore), Date.parse(notAfter)];
  const renewal = start + (end - start) * 2 / 3;
  const name = nameOf(info);
  const isEndless = notAfter === NO_END;
  return [
    ...(type === "leaf" && isUsable && end > start && !isEndless
      ? [
        row("renew", formatTime(renewal - renewal % 1000), 0, RENEWAL, {
          title: "Renew",
          message: `Renew ${name}: a third of its lifetime is left.`,
          certainty: "recommended",
        }),
      ]
      : []),
    row("expires", notAfter, 0, VALIDITY, {
      title: "Expires",
      message: isEndless
        ? `${name} never expires: this date means that it has no end.`
        : `${name} expires.`,
      certainty: "certain",
    }),
  ];
}

function endOf({ info, type }: ChainEntry, index: number, { chain, validation }: Analyzed): Row {
  const { notAfter } = info;
  const [leaf] = chain;
  const isEarlier = Date.parse(notAfter) < Date.parse(leaf.info.notAfter);
  const what = type === "root" ? "Root" : "Intermediate";
  // The dates of a root that the caller trusts are not part of the proof (RFC 5280, 6.1.1 (d)).
  const isAnchor = validation.trustedByYou === true && index === chain.length - 1;
  const effect = !isEarlier
    ? ""
    : isAnchor
    ? " From then on clients that check the dates of roots refuse the chain."
    : ` From then on the chain is not valid, although ${nameOf(leaf.info)} has not expired.`;
  return row("issuer_expires", notAfter, index, VALIDITY, {
    title: `${what} expires`,
    message: `${nameOf(info)} expires.${effect}`,
    certainty: "certain",
  });
}

/** Rules for the next certificate that did not hold when this one was issued. */
function nextCertificate({ info }: ChainEntry, acceptance: Analyzed["acceptance"]): Row[] {
  const chrome = acceptance?.programs.find(({ name }) => name === "Chrome");
  const isForClients = chrome?.outcome !== "refused" &&
    info.extensions.extendedKeyUsage.includes("clientAuth");
  return COMING_RULES
    .filter(({ from, forClients, issuer }) =>
      Date.parse(from) > Date.parse(info.notBefore) && (!forClients || isForClients) &&
      (issuer === undefined || issuer === info.issuer.organizationName)
    )
    .map(({ from, title, message, clause }) =>
      row("next_certificate", from, 0, clause, { title, message, certainty: "certain" })
    );
}

/** When the programs that accept the root of the chain remove it for its age. */
function termLimits({ chain, acceptance }: Analyzed): Row[] {
  const index = chain.length - 1;
  const root = chain[index];
  if (index === 0 || root.type !== "root" || !acceptance) return [];
  const { fingerprints, notBefore } = root.info;
  const programs = (["Chrome", "Mozilla"] as const).filter((name) => {
    const program = acceptance.programs.find((one) => one.name === name);
    const fingerprint = acceptance.roots[program?.root ?? -1]?.fingerprint;
    return program?.outcome === "accepted" && fingerprint === fingerprints.sha256;
  });
  if (programs.length === 0) return [];
  const year = notBefore.slice(0, 4);
  const clause = programs.map((name) => citation(TERM_LIMIT_CLAUSES[name])).join("; ");
  return [{
    ...row("root_limit", termLimitOf(Date.parse(notBefore)), index, VALIDITY, {
      title: "Browsers drop this root for its age",
      message: `${programs.join(" and ")} announced that they will remove old roots. ${
        nameOf(root.info)
      } dates from ${year}, so this is the expected day. It depends on the day on which its key was made.`,
      certainty: "expected",
    }),
    clause,
  }];
}

/** Programs that accept certificates under their root only if they were issued by a date. */
function programLimits({ acceptance, chain }: Analyzed): Row[] {
  return (acceptance?.programs ?? []).flatMap(({ name, until, reason, source }) =>
    until === null ? [] : [{
      ...row("program_limit", until, chain.length - 1, VALIDITY, {
        title: `${name} stops accepting new certificates`,
        message: reason,
        certainty: "announced" as const,
      }),
      clause: source,
    }]
  );
}

function row(
  kind: Row["kind"],
  date: string,
  index: number,
  clause: Clause,
  rest: Pick<Row, "title" | "message" | "certainty">,
): Row {
  return { date, kind, index, ...rest, clause: citation(clause) };
}

const nameOf = ({ subject }: Pick<ChainEntry["info"], "subject">): string =>
  named(authorityName(subject));
