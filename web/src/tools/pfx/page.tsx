import { useState } from "react";
import { pfxConvert, pfxOpen } from "../../../../core/pfx/contract.ts";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { MissingPart, ToolPage } from "../../page/tool-page.tsx";
import { isFinished } from "../../run/live.ts";
import { useLive } from "../../run/use-live.ts";
import { type OperationState, useOperation } from "../../run/use-operation.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useModule } from "../../lib/load.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { ConvertForm, ConvertPanel } from "./convert.tsx";
import { NO_PAIR, requestOf } from "./convert-values.ts";
import { NO_FILE, openRequestOf } from "./open-values.ts";
import { tool } from "./tool.ts";

/** Loaded when the user opens the other tab, to keep the first visit small. */
const loadOpen = () => import("./open.tsx");

const TASKS = [
  { value: "convert", text: "PEM to PFX" },
  { value: "open", text: "PFX to PEM" },
] as const;
type Task = typeof TASKS[number]["value"];

const COMPLETED =
  "To complete the chain, its certificates were sent to our server. Nothing else was.";

/** Two tasks on one page: to make a file, and to take one apart. */
export default function PfxPage() {
  const [task, setTask] = useState<Task>("convert");
  // Kept here, so that it survives a visit to the other tab.
  const [pair, setPair] = useState(NO_PAIR);
  const [file, setFile] = useState(NO_FILE);
  const convert = useOperation(pfxConvert, tool.id, requestOf(pair));
  const open = useOperation(pfxOpen, tool.id, openRequestOf(file));
  const converting = task === "convert";
  const opening = useModule(loadOpen, !converting, open.failToLoad);
  const isReady = !converting && isFinished(file.pfx) &&
    (file.keyFormat === "plain" || file.keyPassphrase !== "");
  const live = useLive(open, isReady ? openRequestOf(file) : null, {
    without: ["password", "keyPassphrase"],
  });

  /** Another page has filled in all that is needed but the password. */
  const [isComplete, setComplete] = useState(false);
  /** Whether the certificates were sent to complete their chain. */
  const [asked, setAsked] = useState(false);

  const fillPair = (part: Partial<typeof NO_PAIR>) => {
    setTask("convert");
    setPair((before) => ({ ...before, ...part }));
  };
  const fillFile = (pfx: string) => {
    setTask("open");
    setFile((before) => ({ ...before, pfx, password: "" }));
    live.fill();
  };
  useHandOver("/pfx", ({ pfx, ...pair }) => {
    if (pfx) return fillFile(pfx);
    fillPair(pair);
    setComplete(pair.certificate !== "" && pair.privateKey !== "");
  });
  useArrivals({
    certificate: (certificate) => fillPair({ certificate }),
    key: (privateKey) => fillPair({ privateKey, passphrase: "" }),
    pfx: fillFile,
  });
  useClearedOnLeave(() => {
    setPair((before) => ({ ...before, privateKey: "", passphrase: "", password: "" }));
    setFile(NO_FILE);
    // Results hold the key too.
    convert.reset();
    open.reset();
  });

  const judgedAt = (state: OperationState<{ evaluatedAt: string }>) =>
    state.status === "result" ? state.value.evaluatedAt : undefined;

  return (
    <ToolPage
      tool={tool}
      operation={converting ? convert : open}
      privacy={converting && asked && convert.route.where === "device" ? COMPLETED : undefined}
      judgedAt={judgedAt(converting ? convert.state : open.state)}
      input={
        <Card>
          <Tabs label="Task" tabs={TASKS} value={task} onChange={setTask}>
            {converting
              ? (
                <ConvertForm
                  operation={convert}
                  values={pair}
                  setValues={setPair}
                  asksPassword={isComplete}
                  onPasswordAsked={() => setComplete(false)}
                  onAsk={() => setAsked(true)}
                />
              )
              : opening && (
                <opening.OpenForm operation={open} live={live} values={file} setValues={setFile} />
              )}
          </Tabs>
        </Card>
      }
      result={converting
        ? <ConvertPanel operation={convert} />
        : opening
        ? <opening.OpenPanel operation={open} live={live} />
        : <MissingPart operation={open} />}
    />
  );
}
