/** The API's documentation, generated from the contracts that the server implements. */
import { Fragment, lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { inCapitals } from "../../../../core/kernel/texts.ts";
import * as TEXT from "../../../../core/texts.ts";
import { ButtonLink } from "../../ui/navigation/button-link.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { CodeBlock } from "../../ui/data/code.tsx";
import { Document, Part, Prose } from "../../ui/layout/document.tsx";
import { PageHeader, Stack } from "../../ui/layout/layout.tsx";
import { useAlive } from "../../lib/hooks.ts";
import { apiDocs } from "./doc.ts";
import { Endpoint, partId } from "./endpoint.tsx";
import endpoints from "./endpoints.data.ts";
import type { Language } from "./snippets.ts";

/** The default number of requests per minute and client. */
const LIMIT = 100;

const PARTS = [
  { id: "start", title: "Getting started" },
  { id: "envelope", title: "Success and error" },
  { id: "errors", title: "Error codes" },
  { id: "limit", title: "Rate limit" },
  ...endpoints.map((endpoint) => ({
    id: partId(endpoint),
    title: endpoint.name,
    data: true,
  })),
  { id: "server", title: "Health and OpenAPI" },
];

/** Operations whose answer has its fields at the top level instead of in `data`. */
const AT_TOP = endpoints.filter(({ envelope }) => envelope === "top").map(({ name }) => name);

/** Loaded later, because it is longer than the page above it and only looked up. */
const ErrorTable = lazy(async () => ({ default: (await import("./errors.tsx")).ErrorTable }));

export default function ApiDocsPage() {
  const [language, setLanguage] = useState<Language>("curl");
  const origin = useOrigin();
  const fragment = useFragment();
  return (
    <>
      <PageHeader
        heading={apiDocs.label}
        lead={apiDocs.lead}
        aside={<ButtonLink icon="source" to={`${origin}/api/openapi.json`}>OpenAPI 3.1</ButtonLink>}
      />
      <Document parts={PARTS}>
        <Start origin={origin} />
        <Envelope />
        <Errors />
        <Limit />
        {endpoints.map((endpoint) => (
          <Endpoint
            key={endpoint.name}
            endpoint={endpoint}
            open={fragment === partId(endpoint)}
            origin={origin}
            language={language}
            onLanguage={setLanguage}
          />
        ))}
        <Server />
      </Document>
    </>
  );
}

/** Returns the fragment of the address; empty before hydration. */
function useFragment(): string {
  const [fragment, setFragment] = useState("");
  useEffect(() => {
    const read = () => setFragment(location.hash.slice(1));
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return fragment;
}

/** Returns the site's origin; a placeholder before hydration. */
function useOrigin(): string {
  return useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => "https://tools.example.com",
  );
}

function Start({ origin }: { origin: string }) {
  return (
    <Part id="start">
      <Section heading="Getting started">
        <Prose>
          <p>
            Every operation is a POST of a JSON object to this address, followed by the operation's
            name. You need no API key and no account. Pages of any site may call it (CORS).
          </p>
          {/* On a separate line: the origin is known only after hydration, and must not move other text. */}
          <p>
            <code>{origin}/api/</code>
          </p>
          <p>
            Send <code>Content-Type: application/json</code>{" "}
            in UTF-8, uncompressed, at most 1 MiB. Send numbers as numbers, not as text. We ignore
            unknown fields.
          </p>
          <p>
            You get the same answers as from the tools in your browser, with two limits: a request
            may take about two seconds of work, and an answer is at most 2 MiB. Beyond that, the
            code is <code>too_complex</code>.
          </p>
          <p>
            For your privacy, keep private keys on your own machines: the same tools run in your
            browser, and you can run this server yourself.
          </p>
        </Prose>
      </Section>
    </Part>
  );
}

function Envelope() {
  return (
    <Part id="envelope">
      <Section heading="Success and error">
        <Stack>
          <Prose>
            <p>
              An answer with status 200 has <code>success: true</code> and the result under{" "}
              <code>data</code>. {AT_TOP.map((name, index) => (
                <Fragment key={name}>
                  {index > 0 && " and "}
                  <code>{name}</code>
                </Fragment>
              ))} put their fields next to <code>success</code> instead.
            </p>
          </Prose>
          <CodeBlock title="Success" code={JSON.stringify({ success: true, data: {} }, null, 2)} />
          <Prose>
            <p>
              Any other status comes with <code>success: false</code>. <code>error</code>{" "}
              says in capitals what failed, and <code>message</code> says it as a sentence.{" "}
              <code>code</code> is for programs and does not change. <code>issues</code>{" "}
              lists the invalid fields in their order, each with <code>message</code>{" "}
              in capitals and the sentence as{" "}
              <code>text</code>. Errors never repeat a secret that you sent.
            </p>
          </Prose>
          <CodeBlock
            title="Error"
            code={JSON.stringify(
              {
                success: false,
                error: inCapitals(TEXT.keyRequired),
                message: TEXT.keyRequired,
                code: "invalid_input",
                issues: [{
                  path: "privateKey",
                  message: inCapitals(TEXT.keyRequired),
                  text: TEXT.keyRequired,
                }],
              },
              null,
              2,
            )}
          />
        </Stack>
      </Section>
    </Part>
  );
}

/** Scrolls to the fragment of the address after hydration, which Safari does not do by itself. */
function PlaceKept() {
  useEffect(() => {
    if (CSS.supports("overflow-anchor", "auto")) return;
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}

function Errors() {
  const isAlive = useAlive();
  const loading = (
    <Prose>
      <p>Loading the codes...</p>
    </Prose>
  );
  return (
    <Part id="errors">
      <Section heading="Error codes">
        {isAlive
          ? (
            <Suspense fallback={loading}>
              <ErrorTable />
              <PlaceKept />
            </Suspense>
          )
          : loading}
      </Section>
    </Part>
  );
}

function Limit() {
  return (
    <Part id="limit">
      <Section heading="Rate limit">
        <Stack>
          <Prose>
            <p>
              {LIMIT}{" "}
              requests a minute for each client, unless this server's operator has set another
              number. The minute is a fixed window that starts with a client's first request. A
              client is an IPv4 address or the /56 network of an IPv6 address. Pages and{" "}
              <code>/api/health</code> are not counted.
            </p>
            <p>
              Every answer says how many requests are left, in the headers of
              draft-ietf-httpapi-ratelimit-headers-10. Beyond the limit the answer is 429{" "}
              <code>{TEXT.rateLimited}</code> with <code>Retry-After</code> in seconds.
            </p>
            <p>
              Requests wait in a short queue. When it is full, the answer is 503{" "}
              <code>{TEXT.busy}</code>, again with <code>Retry-After</code>.
            </p>
          </Prose>
          <CodeBlock
            title="Headers"
            code={[
              `RateLimit-Policy: "requests";q=${LIMIT};w=60`,
              `RateLimit: "requests";r=${LIMIT - 1};t=60`,
            ].join("\n")}
          />
        </Stack>
      </Section>
    </Part>
  );
}

function Server() {
  return (
    <Part id="server">
      <Section heading="Health and OpenAPI">
        <Prose>
          <p>
            <code>GET /api/health</code>{" "}
            returns version, uptime in seconds and where requests are counted.{" "}
            <code>GET /api/openapi.json</code> describes all of this for programs, in OpenAPI 3.1.
          </p>
        </Prose>
      </Section>
    </Part>
  );
}
