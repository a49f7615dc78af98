/** The verdicts on CAA records: generated, checked and published ones. */
import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import type { caaCheck, caaGenerate, caaLookup } from "../../../../core/caa/contract.ts";
import type { OutputOf, RequestOf } from "../../../../core/kernel/contract.ts";
import { counted, named } from "../../../../core/kernel/formatting.ts";
import type { Judgement } from "../../page/judgement.ts";

type Generated = OutputOf<typeof caaGenerate>;
type Checked = OutputOf<typeof caaCheck>;
type Published = OutputOf<typeof caaLookup>;

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

export function generatedVerdict({ explanation, summary, domain }: Generated): Judgement {
  const [title, ...rest] = explanation;
  return {
    tone: "good",
    title: withoutStop(title),
    text: rest.join(" "),
    next: `Add ${counted(summary.totalRecords, "record")} to the DNS of ${named(domain)}.`,
  };
}

/** `asked`: the authority and the name of the question, if there was one. */
export function checkedVerdict(
  { records, policies, answer }: Checked,
  asked: Pick<RequestOf<typeof caaCheck>, "authority" | "domain"> | null,
): Judgement {
  const invalid = records.filter(({ isValid }) => !isValid).length;
  const count = counted(records.length, "CAA record");
  if (answer === null) {
    if (records.length === 0) {
      return {
        tone: "neutral",
        title: "No CAA record was found in this text",
        text: "Without CAA records, any authority may issue.",
        next: "Paste lines with CAA in them, or look up the domain.",
      };
    }
    if (invalid > 0) {
      return {
        tone: "bad",
        title: records.length === 1
          ? "The CAA record is not valid"
          : `${invalid} of ${count} ${invalid === 1 ? "is" : "are"} not valid`,
        text: "Authorities may ignore them, or refuse to issue.",
        next: "Correct what is marked below.",
      };
    }
    const [first] = policies;
    return {
      tone: "good",
      title: policies.length === 1
        ? withoutStop(first.sentences[0])
        : `${count}, all valid, for ${counted(policies.length, "name")}`,
      text: `${count}, ${records.length === 1 ? "valid" : "all valid"}.`,
      next: null,
    };
  }
  const authority = authorityName(asked?.authority);
  const domain = asked?.domain?.trim() || answer.governedBy;
  const name = domain ? named(domain) : "this name";
  const governs = answer.governedBy === null
    ? ""
    : `The records at ${named(answer.governedBy)} decide.`;
  const text = [answer.reason, ...answer.conditions, governs].filter(Boolean).join(" ");
  switch (answer.permitted) {
    case true:
      return answer.conditions.length === 0
        ? { tone: "good", title: `${authority} may issue for ${name}`, text, next: null }
        : {
          tone: "info",
          title: `${authority} may issue for ${name}, under a condition`,
          text,
          next: "Check that your account and validation method meet it.",
        };
    case false:
      return {
        tone: "bad",
        title: `${authority} must not issue for ${name}`,
        text,
        next: `Add a record for ${authority}, or use an authority that is allowed.`,
      };
    case null:
      return {
        tone: "info",
        title: `These records say nothing about ${name}`,
        text,
        next: "Look up the records of the name itself.",
      };
  }
}

/** The name of an authority, by its key; the text itself for another one. */
function authorityName(authority: string | null | undefined): string {
  const known = AUTHORITIES.find(({ key }) => key === authority);
  return known ? known.name : authority ? named(authority) : "The authority";
}

/** A look-up without records; found ones are judged as checked records. */
export function publishedVerdict({ status, domain, foundAt, explanation }: Published): Judgement {
  const text = explanation.join(" ");
  switch (status) {
    case "records":
      return {
        tone: "good",
        title: `CAA records are published at ${named(foundAt!)}`,
        text,
        next: null,
      };
    case "none":
      return {
        tone: "neutral",
        title: `No CAA record is published for ${named(domain)}`,
        text,
        next: "Create records if only certain authorities should issue.",
      };
    case "failure":
      return {
        tone: "warn",
        title: `DNS gave no answer for ${named(domain)}`,
        text,
        next: "Try again, or check the name servers of the domain.",
      };
  }
}
