import { useState } from "react";
import { caaCheck, caaGenerate } from "../../../../core/caa/contract.ts";
import { ToolPage } from "../../app/tool-page.tsx";
import { useOperation } from "../../run/use-operation.ts";
import { Card } from "../../ui/card.tsx";
import { RadioField } from "../../ui/field.tsx";
import { Stack } from "../../ui/layout.tsx";
import { CheckForm, CheckPanel } from "./check.tsx";
import { EMPTY_QUESTION } from "./check-values.ts";
import { GenerateForm, GeneratePanel } from "./generate.tsx";
import { DEFAULTS } from "./generate-values.ts";
import { tool } from "./tool.ts";

/** Two tasks on one page: to write records, and to read those that are there. */
export default function CaaPage() {
  const generate = useOperation(caaGenerate, tool.id);
  const check = useOperation(caaCheck, tool.id);
  const [task, setTask] = useState("generate");
  // Kept here, so that what was typed outlives a look at the other task.
  const [values, setValues] = useState(DEFAULTS);
  const [question, setQuestion] = useState(EMPTY_QUESTION);
  const generating = task === "generate";

  return (
    <ToolPage
      tool={tool}
      operation={generating ? generate : check}
      input={
        <Card>
          <Stack>
            <RadioField
              label="Task"
              value={task}
              options={[
                { value: "generate", text: "Generate records" },
                { value: "check", text: "Check existing records" },
              ]}
              onChange={setTask}
            />
            {generating
              ? <GenerateForm operation={generate} values={values} setValues={setValues} />
              : <CheckForm operation={check} values={question} setValues={setQuestion} />}
          </Stack>
        </Card>
      }
      result={generating
        ? <GeneratePanel operation={generate} />
        : <CheckPanel operation={check} />}
    />
  );
}
