/**
 * The pages of single rules and error texts, and their lists. There are hundreds, so the app does not
 * know them: each document holds the data of its page (app/routing/from-document.tsx).
 */
import type { ErrorText } from "../docs/errors/error-text.ts";
import type { Page } from "./page.ts";
import type { Profile, Role, Severity } from "../../../core/x509/rules/rule.ts";

export const RULES_PATH = "/rules";

export const rulePath = (code: string): string => `${RULES_PATH}/${code}`;

/** The data of one page. */
export type Reference = { readonly page: Page } & (RuleList | RuleText | ErrorList | ErrorPageText);

export const isList = ({ kind }: Reference): boolean => kind === "rules" || kind === "errors";

export interface RuleList {
  readonly kind: "rules";
  /** The rules by the document that states them. */
  readonly groups: readonly {
    readonly document: string;
    readonly rules: readonly RuleRow[];
  }[];
}
export type RuleRow = readonly [code: string, title: string];

export interface RuleText {
  readonly kind: "rule";
  readonly code: string;
  readonly title: string;
  readonly severity: Severity;
  readonly clause: string;
  readonly why: string;
  readonly advice: string;
  /** ISO 8601 dates between which certificates are issued that the rule binds. */
  readonly since: string | null;
  readonly until: string | null;
  /** The roles that the rule binds; null for all, and for a rule that binds no certificate. */
  readonly roles: readonly Role[] | null;
  /** The linter checks it in these profiles; empty if it does not. */
  readonly profiles: readonly Profile[];
  /** Two inputs, or the reason why no input shows the fault. */
  readonly example: RuleExample | string;
}

/** Two inputs: one that breaks the rule, and one that breaks no rule. */
export interface RuleExample {
  readonly bad: string;
  readonly good: string;
  /** The finding in the first. */
  readonly message: string;
  readonly judged: Judged;
}

/** How the inputs of an example are judged. */
export interface Judged {
  readonly tool: "lint" | "inspect" | "chain";
  /** The profile; absent for the usual one. */
  readonly as?: Profile;
  /** ISO 8601. Absent for the linter, whose rules do not depend on the time. */
  readonly at?: string;
  /** The hosts that the first and the second input are for. */
  readonly hosts?: readonly [bad: string, good: string];
  /** What the certificates are used for. */
  readonly purpose?: "server" | "email";
}

export interface ErrorList {
  readonly kind: "errors";
  readonly errors: readonly {
    readonly id: string;
    readonly text: string;
    readonly programs: string;
  }[];
}

export interface ErrorPageText extends ErrorText {
  readonly kind: "error";
}
