/** The lists of rules and error texts. They load less code than the pages of single ones. */
import { ErrorList } from "./error-list.tsx";
import type { Reference } from "../../page/reference.ts";
import { RuleList } from "./rule-list.tsx";

export function Content({ reference }: { reference: Reference }) {
  if (reference.kind === "rules") return <RuleList {...reference} />;
  return reference.kind === "errors" && <ErrorList {...reference} />;
}
