import { useState } from "react";
import { caaCheck, caaGenerate, caaLookup } from "../../../../core/caa/contract.ts";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { useLink } from "../../links/use-link.ts";
import { MissingPart, ToolPage } from "../../page/tool-page.tsx";
import { useModule } from "../../lib/load.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { EMPTY_QUESTION, toQuestion } from "./check-values.ts";
import { GenerateForm, GeneratePanel } from "./generate.tsx";
import { DEFAULTS, toRequest } from "./generate-values.ts";
import { tool } from "./tool.ts";

/** Loaded when the user opens the other tab, to keep the first visit small. */
const loadCheck = () => import("./check.tsx");

const TASKS = [
  { value: "generate", text: "Generate records" },
  { value: "check", text: "Check existing records" },
] as const;
type Task = typeof TASKS[number]["value"];

const CHECKED_HERE = 'Records that you paste stay in this browser. "Look up" sends the domain to ' +
  "our server, which asks the DNS.";

/** Two tasks on one page: to write records, and to read those that are there. */
export default function CaaPage() {
  const [task, setTask] = useState<Task>("generate");
  // Kept here, so that it survives a visit to the other tab.
  const [values, setValues] = useState(DEFAULTS);
  const [question, setQuestion] = useState(EMPTY_QUESTION);
  /** The other tab looks the domain up as soon as it is there. */
  const [wanted, setWanted] = useState(false);
  const generate = useOperation(caaGenerate, tool.id, toRequest(values));
  const check = useOperation(caaCheck, tool.id, toQuestion(question));
  const lookup = useOperation(caaLookup, tool.id, { domain: question.domain });
  const generating = task === "generate";
  const checking = useModule(loadCheck, !generating, check.failToLoad);
  // A look-up always runs on the server, and so does the check that follows it.
  const place = generating ? generate : lookup.state.status === "idle" ? check : lookup;

  /** Fills in a domain for both tasks. */
  const name = (domain: string) => {
    setValues((before) => ({ ...before, domain }));
    setQuestion((before) => ({ ...before, domain }));
  };
  /** The domain of the other tab is taken over, unless this tab has one. */
  const change = (next: Task) => {
    setTask(next);
    setWanted(false);
    const { domain } = values;
    if (next === "check" && question.domain === "") {
      setQuestion((before) => ({ ...before, domain }));
    }
  };
  /** The press of the button is the consent: the domain goes to our server. */
  const lookUp = (domain: string) => {
    setTask("check");
    setQuestion({ ...EMPTY_QUESTION, domain });
    setWanted(true);
  };
  const ask = (part: Partial<typeof EMPTY_QUESTION>) => {
    setTask("check");
    const asked = { ...question, ...part };
    setQuestion(asked);
    if (part.domain) name(part.domain);
    // On this device the text is read while it is entered. Nothing is sent before the user clicks.
    if (part.records && check.route.where === "device") check.run(toQuestion(asked));
  };
  useHandOver("/caa", ask);
  useLink("/caa", question.records, (records) => {
    setTask("check");
    setWanted(false);
    check.stayHere();
    lookup.reset();
    const asked = { ...question, records };
    setQuestion(asked);
    void check.attempt(toQuestion(asked), true);
  });
  useArrivals({
    records: (records) => ask({ records }),
    host: (domain) => name(domain.trim()),
  });

  return (
    <ToolPage
      tool={tool}
      operation={place}
      // The records are read where the check runs, even if a look-up was made on the server.
      privacy={!generating && check.route.where === "device" ? CHECKED_HERE : undefined}
      input={
        <Card>
          <Tabs label="Task" tabs={TASKS} value={task} onChange={change}>
            {generating
              ? <GenerateForm operation={generate} values={values} setValues={setValues} />
              : checking && (
                <checking.CheckForm
                  operation={check}
                  lookup={lookup}
                  values={question}
                  setValues={setQuestion}
                  wanted={wanted}
                  onBegun={() => setWanted(false)}
                />
              )}
          </Tabs>
        </Card>
      }
      result={generating
        ? <GeneratePanel operation={generate} onLookUp={lookUp} />
        : checking
        ? <checking.CheckPanel operation={check} lookup={lookup} />
        : <MissingPart operation={check} />}
    />
  );
}
