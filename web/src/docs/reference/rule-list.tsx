import { useDeferredValue, useState } from "react";
import { counted } from "../../../../core/kernel/formatting.ts";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { PageHeader, Row, Stack } from "../../ui/layout/layout.tsx";
import { LinkList } from "../../ui/navigation/link-list.tsx";
import { type RuleList as List, rulePath } from "../../page/reference.ts";

/** All rules by document, with a search. */
export function RuleList({ groups }: List) {
  const [search, setSearch] = useState("");
  const words = useDeferredValue(search.trim().toLowerCase());
  const shown = groups.map(({ document, rules }) => ({
    document,
    rules: rules.filter(([code, title]) =>
      [code, title, document].some((text) => text.toLowerCase().includes(words))
    ),
  })).filter(({ rules }) => rules.length > 0);
  const count = shown.reduce((sum, { rules }) => sum + rules.length, 0);
  return (
    <>
      <PageHeader
        heading="Certificate rules"
        lead="The rules that we check, each with its reason and its remedy, and most with an example."
      />
      <Stack gap={4}>
        <Row>
          <SearchField
            label="Search rules"
            placeholder="Field, document, code or word"
            value={search}
            onChange={setSearch}
          />
          <span role="status">
            {count === 0 ? "No rule matches your search." : counted(count, "rule")}
          </span>
        </Row>
        {shown.map(({ document, rules }) => (
          <Section key={document} heading={document} count={rules.length}>
            <LinkList
              links={rules.map(([code, title]) => ({ to: rulePath(code), text: title }))}
            />
          </Section>
        ))}
      </Stack>
    </>
  );
}
