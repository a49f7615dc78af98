/** The first suggestions for words, as buttons; loaded when the first such text is typed. */
import { errorsIn } from "../docs/errors/errors-in.ts";
import { Row } from "../ui/layout/layout.tsx";
import { ButtonLink } from "../ui/navigation/button-link.tsx";
import { suggest } from "./suggest.ts";

const SHOWN = 3;

/** Nothing for an error text, which has a sentence of its own. */
export default function Suggestions({ text }: { text: string }) {
  if (errorsIn(text).length > 0) return null;
  const { suggestions, isFound } = suggest(text, [], null);
  return (
    <>
      <p>{isFound ? "You may be looking for:" : "We found nothing for this. You may want to:"}</p>
      <Row gap={2}>
        {suggestions.slice(0, SHOWN).map(({ label, icon, to, prepare }) =>
          to !== null && (
            <ButtonLink key={label} size="small" icon={icon} to={to} onFollow={prepare}>
              {label}
            </ButtonLink>
          )
        )}
      </Row>
    </>
  );
}
