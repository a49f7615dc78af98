/** The type of a case, and the helpers with which the cases of this folder are written. */
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import type { Profile } from "../../../../core/x509/rules/rule.ts";
import {
  type Bytes,
  type Changes,
  type Critical,
  type Extensions,
  intermediate,
  leaf,
  root,
} from "./maker.ts";

export interface Case {
  /** A certificate that breaks the rule. */
  bad: Certificate;
  /** A certificate that follows it and differs as little as possible; by default the usual one of its role. */
  good?: Certificate;
  /** The profile for both; by default the first one in which the rule applies. */
  as?: Profile;
}
export type Cases = Readonly<Record<string, Case>>;

type Value = Bytes | Critical | null;

/** Returns an end entity with this extension, and one with another value of it. */
export function leafWith(extension: string, bad: Value, good?: Value): Case {
  return pair(
    leaf,
    { extensions: { [extension]: bad } },
    good && { extensions: { [extension]: good } },
  );
}
export function caWith(extension: string, bad: Value, good?: Value): Case {
  return pair(
    intermediate,
    { extensions: { [extension]: bad } },
    good && { extensions: { [extension]: good } },
  );
}
export function rootWith(extension: string, bad: Value, good?: Value): Case {
  return pair(
    root,
    { extensions: { [extension]: bad } },
    good && { extensions: { [extension]: good } },
  );
}
export const leafCase = (bad: Changes, good?: Changes): Case => pair(leaf, bad, good);
export const caCase = (bad: Changes, good?: Changes): Case => pair(intermediate, bad, good);

/** Returns end entities with these subjects. */
export const subjects = (bad: Bytes, good?: Bytes): Case =>
  pair(leaf, { subject: bad }, good && { subject: good });

export function pair(
  make: (changes: Changes) => Certificate,
  bad: Changes,
  good?: Changes | null,
): Case {
  return { bad: make(bad), ...(good ? { good: make(good) } : {}) };
}

export type { Extensions };
