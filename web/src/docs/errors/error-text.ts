export const ERRORS_PATH = "/errors";

export const errorPath = (id: string): string => `${ERRORS_PATH}/${id}`;

/** A text that programs print when a connection or a certificate fails. */
export interface ErrorText {
  /** The last part of its address. */
  readonly id: string;
  /** The text as it is printed, without the parts that vary. */
  readonly text: string;
  /** The programs that print it. */
  readonly programs: string;
  /** Whole lines, as programs print them. */
  readonly lines: readonly string[];
  /** Other texts that mean the same. */
  readonly also?: readonly string[];
  readonly means: string;
  /** The usual causes, the most frequent first. */
  readonly causes: readonly ErrorCause[];
  readonly check: ErrorCheck;
}

export interface ErrorCause {
  readonly title: string;
  /** How to recognize this cause. */
  readonly tell: string;
  readonly fix: string;
}

/** The tool that finds the cause. */
export type ErrorCheck = "host" | "match" | "inspect" | "pfx" | "caa";
