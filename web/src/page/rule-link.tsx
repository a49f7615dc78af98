import { rulePath } from "./reference.ts";
import { WholeName } from "../ui/base/whole-name.tsx";

/** A link to the page of a rule. It opens in a new tab, because a result is kept only in its page. */
export function RuleLink({ code }: { code: string }) {
  return (
    <a href={rulePath(code)} target="_blank" rel="noopener">
      <WholeName name={`About this rule: ${code}`} shown="About this rule" />
    </a>
  );
}
