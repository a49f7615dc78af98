import { useState } from "react";
import { Banner } from "../src/ui/feedback/banner.tsx";
import { Button } from "../src/ui/base/button.tsx";
import { DownloadButton } from "../src/ui/base/download-button.tsx";
import { Card, Section } from "../src/ui/layout/card.tsx";
import { TextField } from "../src/ui/form/field.tsx";
import { Form } from "../src/ui/form/form.tsx";
import { EmptyState, ResultPanel } from "../src/ui/result/result-panel.tsx";
import { Facts } from "../src/ui/data/facts.tsx";
import { Columns, Pairs, Stack } from "../src/ui/layout/layout.tsx";
import { Beside } from "../src/ui/result/beside.tsx";
import { Meter } from "../src/ui/feedback/status.tsx";
import { Notice } from "../src/ui/feedback/notice.tsx";
import { Progress } from "../src/ui/feedback/progress.tsx";
import { ResultActions } from "../src/save-as/actions.tsx";
import { ResultSections } from "../src/ui/result/sections.tsx";
import { Steps } from "../src/ui/result/steps.tsx";
import { Toast } from "../src/ui/feedback/toast.tsx";
import { Verdict } from "../src/ui/result/verdict.tsx";
import { TONES } from "./foundations.tsx";

const nothing = () => {};

/** Feedback before, during and after a run. */
export function Answers() {
  return (
    <Stack>
      {TONES.map((tone) => (
        <Verdict key={tone} tone={tone} title={`Verdict: ${tone}`}>
          What it means, in one sentence.
        </Verdict>
      ))}
      <Verdict
        tone="bad"
        title="The chain of shop.example.com is incomplete"
        next={
          <>
            Add the intermediate to the file that your server sends.
            <Button size="small">Complete chain online</Button>
          </>
        }
      >
        The server doesn't send its intermediate certificate "Lab Issuing CA R3".
      </Verdict>
      <ResultActions
        main={
          <DownloadButton kind="filled" label="Download PFX" content="" filename="example.pfx" />
        }
        downloads={[
          {
            name: "Download PEM chain",
            label: "PEM chain",
            hint: "All certificates, with the root",
            content: "",
            filename: "chain.pem",
          },
          { name: "Download JSON", label: "JSON", content: "{}", filename: "chain.json" },
        ]}
        value={{}}
        saveAs={{ tool: "chain", certificates: "" }}
      >
        <Button size="small">Another action</Button>
      </ResultActions>
      {TONES.map((tone) => (
        <Banner key={tone} quiet tone={tone} title={`Banner: ${tone}`} onDismiss={nothing}>
          What happened, and what to do.
        </Banner>
      ))}
      <Notice heading="Notice">Something to know that is no result and no error.</Notice>
      <Toast actions={<Button size="small">Reload</Button>}>A new version is ready.</Toast>
      <Facts
        facts={[
          { term: "Chain depth", value: "3 Certificates" },
          { term: "Root certificate", value: "FOUND" },
          { term: "Days remaining", value: "1,040" },
        ]}
      />
      <Pairs>
        <EmptyState icon="chain" heading="Nothing yet" actions={<Button>Fill Example Data</Button>}>
          Says what will be here and how to get it.
        </EmptyState>
        <ResultPanel status="loading" loading="Analyzing..." empty={null} onCancel={nothing}>
          {null}
        </ResultPanel>
      </Pairs>
      <InputAndResult />
      <Section heading="Progress and strength">
        <Stack>
          <Progress
            label="Reading files"
            done={300}
            total={1381}
            text="300 of 1,381"
            onCancel={nothing}
          />
          <Meter label="Weak" value={1} max={5} text="Weak" tone="bad" />
          <Meter label="Good" value={3} max={5} text="Good" tone="warn" />
          <Meter label="Very Strong" value={5} max={5} text="Very Strong" tone="good" />
        </Stack>
      </Section>
      <Section heading="Steps">
        <Steps
          steps={[
            { heading: "First", children: <p>What to do.</p> },
            { heading: "Then", children: <p>What to do after it.</p> },
          ]}
        />
      </Section>
    </Stack>
  );
}

/** Input and result next to each other. The result has an index. */
function InputAndResult() {
  const [status, setStatus] = useState<"idle" | "result">("idle");
  return (
    <Columns
      input={
        <Card>
          <Form
            onSubmit={() => setStatus("result")}
            actions={
              <>
                <Button type="submit" kind="filled">Show the result</Button>
                <Button onClick={() => setStatus("idle")}>Reset</Button>
              </>
            }
          >
            <TextField label="Field" value="shop.pem" onChange={nothing} />
          </Form>
        </Card>
      }
      result={
        <ResultPanel
          status={status}
          loading=""
          onCancel={nothing}
          empty={
            <EmptyState icon="chain" heading="The result will appear here">
              From 1200 px the form folds when it comes.
            </EmptyState>
          }
        >
          <Verdict tone="good" title="Chain status: VALID" />
          <ResultSections>
            <Beside
              first={<Section heading="First">In the first column.</Section>}
              second={<Section heading="Second">In the second column.</Section>}
            />
            <Section heading="Third">In full width.</Section>
            <Section heading="Fourth">In full width.</Section>
          </ResultSections>
        </ResultPanel>
      }
    />
  );
}
