import { DropBox } from "../../arrivals/drop-box.tsx";
import { CodeBlock } from "../../ui/data/code.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { PageHeader, Row, Stack } from "../../ui/layout/layout.tsx";
import { ButtonLink } from "../../ui/navigation/button-link.tsx";
import { Link } from "../../ui/navigation/link.tsx";
import type { ErrorPageText } from "../../page/reference.ts";
import { type ErrorCheck, ERRORS_PATH } from "../errors/error-text.ts";

const HOST =
  "Type the address of the website. We show the certificates that it sends, and what to fix.";

/** A sentence about the box, and the tool with fields of its own. */
const CHECKS: Readonly<Record<ErrorCheck, { text: string; tool?: { to: string; label: string } }>> =
  {
    host: { text: HOST },
    inspect: {
      text: "Give us your certificate files. We show what is in them, and what to fix.",
    },
    match: {
      text: "Give us the certificate and its private key. We show whether they match.",
      tool: { to: "/match", label: "Open the key matcher" },
    },
    pfx: {
      text: "Open the PFX file, and type its password. We show what is in it.",
      tool: { to: "/pfx", label: "Open the PFX converter" },
    },
    caa: {
      text: "Type the address of the website to see its CAA records and its certificates.",
      tool: { to: "/caa", label: "Open the CAA tool" },
    },
  };

/** An error text: what it means, its usual causes, and a field to check it. */
export function ErrorPage({ text, programs, lines, means, causes, check }: ErrorPageText) {
  const { text: advice, tool } = CHECKS[check];
  return (
    <>
      <PageHeader heading={text} lead={`Printed by ${programs}.`} />
      <Stack gap={5}>
        <Section heading="What it means">
          <p>{means}</p>
        </Section>
        <Section heading="Find the cause now" screenOnly>
          <Stack gap={3}>
            <p>{advice}</p>
            <DropBox compact heading="Check it here" touchHeading="Check it here" />
            {tool && (
              <Row>
                <ButtonLink to={tool.to}>{tool.label}</ButtonLink>
              </Row>
            )}
          </Stack>
        </Section>
        <Section heading="The usual causes">
          <ItemList
            items={causes.map(({ title, tell, fix }) => ({
              title,
              children: (
                <Details
                  details={[{ term: "How to tell", value: tell }, { term: "Fix", value: fix }]}
                />
              ),
            }))}
          />
        </Section>
        <Section heading="As it is printed">
          <CodeBlock title="Output" code={lines.join("\n")} />
        </Section>
        <p>
          <Link to={ERRORS_PATH}>All error messages</Link>
        </p>
      </Stack>
    </>
  );
}
