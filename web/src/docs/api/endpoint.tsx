/** One operation on one line, with its details in a disclosure. */
import { Fragment, lazy, Suspense } from "react";
import { Section } from "../../ui/layout/card.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { Part, Prose } from "../../ui/layout/document.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import type { EndpointName } from "./endpoints.data.ts";
import type { Language } from "./snippets.ts";

const EndpointDetails = lazy(() => import("./endpoint-details.tsx"));

interface EndpointProps {
  endpoint: EndpointName;
  /** True if the address contains the fragment of this operation. */
  open: boolean;
  origin: string;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** Returns the fragment of an operation's address. */
export const partId = ({ name }: EndpointName) => name.replaceAll("/", "-");

export function Endpoint({ endpoint, open, ...details }: EndpointProps) {
  const { name, summary, fields, answer } = endpoint;
  return (
    <Part id={partId(endpoint)}>
      <Section heading={`POST /api/${name}`}>
        <Stack gap={3}>
          <Prose>
            <p>{summary}</p>
            <Names label="Fields" names={fields} />
            <Names label="Answer" names={answer} />
          </Prose>
          <Disclosure key={String(open)} summary="Fields, request and answer" open={open}>
            {() => (
              <Suspense>
                <EndpointDetails name={name} {...details} />
              </Suspense>
            )}
          </Disclosure>
        </Stack>
      </Section>
    </Part>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <p>
      {label}: {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && " "}
          <code>{name}</code>
        </Fragment>
      ))}
    </p>
  );
}
