/** The pages of single rules and error texts: one template for each kind. */
import { ErrorPage } from "./error-page.tsx";
import type { Reference } from "../../page/reference.ts";
import { RulePage } from "./rule-page.tsx";

export function Content({ reference }: { reference: Reference }) {
  if (reference.kind === "rule") return <RulePage {...reference} />;
  return reference.kind === "error" && <ErrorPage {...reference} />;
}
