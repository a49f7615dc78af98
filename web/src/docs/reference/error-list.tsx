import { useDeferredValue, useState } from "react";
import { counted } from "../../../../core/kernel/formatting.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { PageHeader, Row, Stack } from "../../ui/layout/layout.tsx";
import { LinkList } from "../../ui/navigation/link-list.tsx";
import type { ErrorList as List } from "../../page/reference.ts";
import { errorPath } from "../errors/error-text.ts";

/** All error texts, with a search. */
export function ErrorList({ errors }: List) {
  const [search, setSearch] = useState("");
  const words = useDeferredValue(search.trim().toLowerCase());
  const shown = errors.filter(({ text, programs }) =>
    [text, programs].some((text) => text.toLowerCase().includes(words))
  );
  return (
    <>
      <PageHeader
        heading="Error messages about certificates"
        lead="The messages of browsers and programs, each with its meaning, its usual causes and the fix."
      />
      <Stack gap={4}>
        <Row>
          <SearchField
            label="Search error messages"
            placeholder="Message or program"
            value={search}
            onChange={setSearch}
          />
          <span role="status">
            {shown.length === 0
              ? "No message matches your search."
              : counted(shown.length, "message")}
          </span>
        </Row>
        {shown.length > 0 && (
          <Section heading="Messages">
            <LinkList
              links={shown.map(({ id, text, programs }) => ({
                to: errorPath(id),
                text,
                note: programs,
              }))}
            />
          </Section>
        )}
      </Stack>
    </>
  );
}
