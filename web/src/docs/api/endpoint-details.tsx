/** Fields, request and answer of an operation. Loaded when the user opens the first one. */
import { lazy, Suspense } from "react";
import { CodeBlock } from "../../ui/data/code.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { DataTable, Prose } from "../../ui/layout/document.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import reference, { type Field } from "./reference.data.ts";
import { type Language, LANGUAGES, snippet } from "./snippets.ts";

/** Loaded separately, because few readers open it. */
const ErrorCodes = lazy(async () => ({ default: (await import("./errors.tsx")).ErrorCodes }));
/** Loaded separately, because it needs form components that the documentation does not. */
const TryIt = lazy(() => import("./try-it.tsx"));

interface EndpointDetailsProps {
  /** The name of the operation. */
  name: string;
  origin: string;
  language: Language;
  onLanguage: (language: Language) => void;
}

export default function EndpointDetails(
  { name, origin, language, onLanguage }: EndpointDetailsProps,
) {
  const endpoint = reference.find((each) => each.name === name)!;
  const { answer, fields, inParts } = endpoint;
  const path = `/api/${endpoint.name}`;
  const shown = JSON.stringify(answer, null, 2);
  const isCut = shown.includes("…");
  return (
    <Stack>
      <DataTable
        caption="Fields"
        columns={[
          { title: "Field", data: true },
          { title: "Description" },
          { title: "Value" },
          { title: "Required" },
        ]}
        rows={fields.map((field) => [field.name, field.about, field.type, needOf(field)])}
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
          code={snippet(language, endpoint, origin)}
        />
      </Tabs>
      <CodeBlock
        title={isCut ? "Answer, shortened at each …" : "Answer"}
        copyName={`Copy answer of ${path}`}
        code={shown}
      />
      {inParts && (
        <Prose>
          <p>
            With <code>Accept: application/x-ndjson</code>{" "}
            the answer comes as lines of JSON. Each line has fields of the answer under{" "}
            <code>part</code>, as soon as they are known. The last line is the whole answer.
          </p>
        </Prose>
      )}
      <Disclosure summary="Error codes">
        {() => (
          <Suspense>
            <ErrorCodes operation={endpoint.name} />
          </Suspense>
        )}
      </Disclosure>
      <Disclosure summary="Try it">
        {() => (
          <Suspense>
            <TryIt endpoint={endpoint} />
          </Suspense>
        )}
      </Disclosure>
    </Stack>
  );
}

function needOf({ required, fallback, secret }: Field): string {
  const need = required ? "yes" : fallback ? `no, default: ${fallback}` : "no";
  return secret ? `${need}; a secret` : need;
}
