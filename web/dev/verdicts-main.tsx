/** /dev/verdicts: the headline, tone and next step of every tool, for review. Not part of the build. */
import "../src/ui/base/base.css";
import { DocumentRouter } from "../src/app/routing/router.tsx";
import { Once, start } from "../src/start/start.tsx";
import { Document, Part } from "../src/ui/layout/document.tsx";
import { Main, PageHeader, Stack } from "../src/ui/layout/layout.tsx";
import { Verdict } from "../src/ui/result/verdict.tsx";
import { VERDICTS } from "./verdicts.ts";

const TOOLS = [...new Set(VERDICTS.map(({ tool }) => tool))].map((tool) => ({
  id: tool.replace(/\W+/g, "-"),
  title: tool,
  cases: VERDICTS.filter((entry) => entry.tool === tool),
}));

function VerdictsPage() {
  return (
    <Main>
      <PageHeader
        heading="Verdicts"
        lead={`What ${VERDICTS.length} inputs are told. tests/web/verdicts.test.ts keeps the list true.`}
      />
      <Document parts={TOOLS}>
        {TOOLS.map(({ id, title, cases }) => (
          <Part key={id} id={id}>
            <Stack gap={3}>
              <h2>{title}</h2>
              {cases.map(({ name, files, fields, tone, title, next }) => (
                <Stack key={name} gap={1}>
                  <p>
                    {name}{" "}
                    <small>
                      {[...files ?? [], fields ? JSON.stringify(fields) : ""].join(" ")}
                    </small>
                  </p>
                  <Verdict inner tone={tone} title={title} next={next} />
                </Stack>
              ))}
            </Stack>
          </Part>
        ))}
      </Document>
    </Main>
  );
}

start((onReady) => (
  <DocumentRouter>
    <VerdictsPage />
    <Once call={onReady} />
  </DocumentRouter>
));
