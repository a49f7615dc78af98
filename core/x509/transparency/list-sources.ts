/** The addresses and keys from which log lists are renewed: those of `sources.ts`, or of the setting DATA_SOURCES. */
import { type DataSource, LOG_LIST_SOURCES } from "../../assets/sources.ts";
import { LOG_PROGRAMS, type LogProgram } from "./logs.ts";
import { readKeyPem } from "./renew.ts";

export interface ListSource {
  readonly program: LogProgram;
  readonly name: string;
  readonly url: string;
  /** Null for a source that does not sign. */
  readonly signatureUrl: string | null;
  /** A SubjectPublicKeyInfo in PEM; null for a source that does not sign. */
  readonly publicKey: string | null;
  /** Whether DATA_SOURCES replaced the key. A device needs it then, because it has only the usual one. */
  readonly hasOwnKey: boolean;
  readonly maxBytes: number;
}

/** The usual sources. */
export const LIST_SOURCES: readonly ListSource[] = LOG_PROGRAMS.map((program) => {
  const { name, url, signature, maxBytes }: DataSource = LOG_LIST_SOURCES[program];
  return {
    program,
    name,
    url,
    signatureUrl: signature?.url ?? null,
    publicKey: signature?.publicKey ?? null,
    hasOwnKey: false,
    maxBytes,
  };
});

/** A value of DATA_SOURCES, for messages. */
export const SOURCES_EXAMPLE =
  'JSON such as {"ctLogs": {"chrome": {"url": "https://…", "signatureUrl": "https://…", ' +
  '"publicKey": "-----BEGIN PUBLIC KEY-----…"}, "apple": {"url": "https://…"}}}';

/** The parts of a source that DATA_SOURCES may set. */
const FIELDS: readonly string[] = ["url", "signatureUrl", "publicKey"];

/**
 * Reads DATA_SOURCES, for example
 * `{"ctLogs": {"chrome": {"url": …, "signatureUrl": …, "publicKey": …}, "apple": {"url": …}}}`. What it does not
 * set stays as usual; a source with `signatureUrl` or `publicKey` has to sign.
 *
 * @throws Error with the part of the text that is wrong
 */
export function readListSources(text: string): readonly ListSource[] {
  const { ctLogs = {}, ...others } = object(parse(text), "the value");
  refuseUnknown(others, "the value");
  const { chrome, apple, ...unknown } = object(ctLogs, "ctLogs");
  refuseUnknown(unknown, "ctLogs");
  const changes = { chrome, apple };
  return LIST_SOURCES.map((source) => {
    const change = changes[source.program];
    return change === undefined ? source : withChanges(source, change);
  });
}

function withChanges(source: ListSource, change: unknown): ListSource {
  const place = `ctLogs.${source.program}`;
  const fields = object(change, place);
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new Error(`${place}.${unknown}`);
  const { url = source.url, signatureUrl = source.signatureUrl, publicKey = source.publicKey } =
    fields;
  // A source that signs cannot be replaced by one that does not.
  const isSigned = source.publicKey !== null || signatureUrl !== null || publicKey !== null;
  if (isSigned && (typeof publicKey !== "string" || readKeyPem(publicKey) === null)) {
    throw new Error(`${place}.publicKey`);
  }
  return {
    ...source,
    url: address(url, `${place}.url`),
    signatureUrl: isSigned ? address(signatureUrl, `${place}.signatureUrl`) : null,
    publicKey: isSigned ? publicKey as string : null,
    hasOwnKey: isSigned && publicKey !== source.publicKey,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the value");
  }
}

function object(value: unknown, place: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Error(place);
}

function refuseUnknown(fields: object, place: string): void {
  const [unknown] = Object.keys(fields);
  if (unknown !== undefined) {
    throw new Error(`${place === "the value" ? "" : `${place}.`}${unknown}`);
  }
}

function address(value: unknown, place: string): string {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username) throw new Error(place);
  return url.href;
}
