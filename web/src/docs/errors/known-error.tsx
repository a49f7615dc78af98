import { Row } from "../../ui/layout/layout.tsx";
import { ButtonLink } from "../../ui/navigation/button-link.tsx";
import { errorPath } from "./error-text.ts";
import { errorsIn } from "./errors-in.ts";

/** Links to the pages of the error texts in a text; nothing if it has none. */
export function KnownError({ text }: { text: string }) {
  const found = errorsIn(text);
  if (found.length === 0) return null;
  return (
    <>
      <p>This is an error message. See its causes and how to fix it:</p>
      <Row gap={2}>
        {found.map(({ id, text }) => (
          <ButtonLink key={id} size="small" to={errorPath(id)}>{text}</ButtonLink>
        ))}
      </Row>
    </>
  );
}
