/** Finds failed look-ups in the output of dig, kdig, drill, delv, host and nslookup, whose comments tell of them. */
import { withoutEnd } from "../kernel/formatting.ts";

/** A look-up of CAA records that failed. */
export interface Failure {
  /** In lower case without the trailing dot; null if the text does not name it. */
  readonly name: string | null;
  /** A response code such as SERVFAIL (RFC 6895, 2.3), or TIMEOUT. */
  readonly code: string;
}

/** The response codes by their numbers, which JSON has (RFC 1035, 4.1.1). */
export const RESPONSE_CODES = ["NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN", "NOTIMP", "REFUSED"];

const REASONS: Readonly<Record<string, string>> = {
  FORMERR: "the resolver calls the question malformed (FORMERR)",
  SERVFAIL:
    "the resolver reports a server failure (SERVFAIL), which a broken DNSSEC signature causes too",
  NOTIMP: "the resolver does not implement the question (NOTIMP)",
  REFUSED: "the resolver refuses to answer (REFUSED)",
  TIMEOUT: "no name server answered in time",
};

/** A failure with its reason in words. */
export const failureReason = ({ name, code }: Failure) => ({
  name,
  reason: REASONS[code] ?? `the resolver answers with ${code}`,
});

/** Whether a response with this code has the records, or proves that they do not exist. */
export const isAnswer = (code: string): boolean => code === "NOERROR" || code === "NXDOMAIN";

/** The name of a failure for a name with or without the trailing dot. */
export const failureName = (name: string): string => withoutEnd(name.toLowerCase(), ".");

const NAME = /^[^\s@+-][^\s]{0,300}$/;
const TYPE = /^[A-Z]+[0-9]*$/;
/** The header of a response. */
const HEADER = /^;; ->>HEADER<<- opcode: [A-Z]{1,16}, (?:status|rcode): ([A-Z0-9]{1,16})/;
/** The line of the question after it: `;example.com. IN CAA`, in drill with two semicolons. */
const QUESTION = /^;{1,2}\s?([^\s;]{1,300})\s+(?:[A-Z]{2}|CLASS[0-9]+)\s+([A-Z0-9]{1,16})\s*$/;
/** The first line of dig, with its arguments. */
const BANNER = /^; <<>> [^<>]{1,60} <<>> (.{1,400})$/;
/** Lines of host, nslookup and delv, with the name or without. */
const SAYS = [
  /^Host ([^\s]{1,300}) not found: \d{1,3}\(([A-Z]{1,16})\)/,
  /^\*\* server can't find ([^\s]{1,300}): ([A-Z]{1,16})/,
  /^(;; )resolution failed: ([A-Za-z]{1,16})/,
];
const TIMED_OUT = /no servers could be reached|^;; connection timed out|request timed out/i;

/** A part of each of these lines, and how they begin. */
const SIGN =
  /->>HEADER<<-|not found: \d|resolution failed|server can't find|could be reached|timed out/;
const BEGINNINGS = ";*HD";

/** The failures of a text. If a name was looked up twice, the last answer counts. */
export function failuresIn(text: string): Failure[] {
  if (!SIGN.test(text)) return [];
  const codes = new Map<string | null, string>();
  let name: string | null = null;
  let type = "CAA";
  let code: string | null = null;
  const close = () => {
    if (code !== null && (type === "CAA" || type === "TYPE257")) codes.set(name, code);
    code = null;
  };
  for (const line of text.split(/[\r\n]/)) {
    if (line === "" || !BEGINNINGS.includes(line[0])) continue;
    const banner = BANNER.exec(line)?.[1];
    const question = QUESTION.exec(line);
    const status = HEADER.exec(line)?.[1];
    const [, subject, word] = SAYS.map((pattern) => pattern.exec(line)).find((one) => one) ?? [];
    if (banner !== undefined) {
      close();
      const words = banner.trim().split(/\s+/).filter((one) => NAME.test(one));
      type = words.find((one) => TYPE.test(one.toUpperCase()) && !one.includes("."))
        ?.toUpperCase() ?? "A";
      const named = words.find((one) => one.includes("."));
      name = named === undefined ? null : failureName(named);
    } else if (status !== undefined) {
      close();
      code = status;
    } else if (question && code !== null) {
      name = failureName(question[1]);
      type = question[2];
      close();
    } else if (word !== undefined) {
      if (subject !== ";; ") [name, type] = [failureName(subject), "CAA"];
      code = word.toUpperCase();
      close();
    } else if (TIMED_OUT.test(line)) {
      code = "TIMEOUT";
      close();
    }
  }
  close();
  return [...codes].filter(([, code]) => !isAnswer(code)).map(([name, code]) => ({ name, code }));
}
