/** One operation: what it takes, how to call it, what it answers. */
import type { Contract } from "../../../../core/contract.ts";
import { enveloped, errorCodes, type Field, inputFields } from "../../../../core/openapi.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Section } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { DataTable, Part, Prose } from "../../ui/document.tsx";
import { Chips } from "../../ui/item-list.tsx";
import { Stack } from "../../ui/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type Language, LANGUAGES, snippet } from "./snippets.ts";
import { TryIt } from "./try-it.tsx";

export interface EndpointProps {
  contract: Contract;
  origin: string;
  /** What the operation answers to its example; undefined where that cannot be known beforehand. */
  answer: unknown;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The fragment of an operation's part. */
export const partId = ({ name }: Contract) => name.replaceAll("/", "-");

export function Endpoint({ contract, origin, answer, language, onLanguage }: EndpointProps) {
  const path = `/api/${contract.name}`;
  return (
    <Part id={partId(contract)}>
      <Section heading={`POST ${path}`}>
        <Stack>
          <Prose>
            <p>{contract.summary}</p>
          </Prose>
          <DataTable
            caption="Fields"
            columns={[{ title: "Field", data: true }, { title: "Value" }, { title: "Needed" }]}
            rows={inputFields(contract).map((field) => [field.name, field.type, needOf(field)])}
          />
          <Tabs
            label={`Request to ${path} in`}
            tabs={LANGUAGES.map((value) => ({ value, text: value }))}
            value={language}
            onChange={onLanguage}
          >
            <CodeBlock
              title="Request"
              copyName={`Copy ${language} request to ${path}`}
              code={snippet(language, contract, origin)}
            />
          </Tabs>
          {answer !== undefined && (
            <CodeBlock
              title="Answer"
              copyName={`Copy answer of ${path}`}
              code={JSON.stringify(enveloped(contract, answer), null, 2)}
            />
          )}
          <Disclosure summary="Error codes">
            <Chips
              words={[...errorCodes(contract)].flatMap(([status, codes]) =>
                codes.map((code) => `${status} ${code}`)
              )}
            />
          </Disclosure>
          <Disclosure summary="Try it">
            <TryIt contract={contract} />
          </Disclosure>
        </Stack>
      </Section>
    </Part>
  );
}

function needOf({ required, fallback, secret }: Field): string {
  const need = required ? "yes" : fallback ? `no, else ${fallback}` : "no";
  return secret ? `${need}; a secret` : need;
}
