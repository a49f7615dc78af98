import { Banner } from "../src/ui/banner.tsx";
import { Button } from "../src/ui/button.tsx";
import { Section } from "../src/ui/card.tsx";
import { EmptyState } from "../src/ui/empty-state.tsx";
import { Facts } from "../src/ui/facts.tsx";
import { Pairs, Stack } from "../src/ui/layout.tsx";
import { Meter } from "../src/ui/meter.tsx";
import { Notice } from "../src/ui/notice.tsx";
import { Progress } from "../src/ui/progress.tsx";
import { ResultPanel } from "../src/ui/result-panel.tsx";
import { Steps } from "../src/ui/steps.tsx";
import { Toast } from "../src/ui/toast.tsx";
import { Verdict } from "../src/ui/verdict.tsx";
import { TONES } from "./foundations.tsx";

const nothing = () => {};

/** What the app says: before, while and after a tool runs. */
export function Answers() {
  return (
    <Stack>
      {TONES.map((tone) => (
        <Verdict key={tone} tone={tone} title={`Verdict: ${tone}`}>
          What it means, in one sentence.
        </Verdict>
      ))}
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
          <Meter label="Very strong" value={5} max={5} text="Very Strong" tone="good" />
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
