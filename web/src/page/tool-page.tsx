/** The frame of every tool's page: heading, where it runs, input, result and security notice. */
import { type ReactNode, useEffect } from "react";
import type { Forced } from "../run/run.ts";
import type { Made, OperationHandle } from "../run/use-operation.ts";
import type { Tool } from "./tool.ts";
import { Columns, PageHeader, Stack } from "../ui/layout/layout.tsx";
import { WhereItRuns } from "../ui/form/where-it-runs.tsx";
import { clockText } from "../lib/dates.ts";
import { offerInstall } from "../lib/install.ts";
import { ElsewhereContext, type ElsewhereProps } from "../ui/form/elsewhere.ts";
import { SecurityNotice } from "../ui/feedback/notice.tsx";
import { faultsOf } from "../run/faults.ts";
import { afterWork } from "../lib/rest.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { useModule } from "../lib/load.ts";

interface ToolPageProps {
  tool: Tool;
  /** The operation whose place the user sees and chooses; absent for a tool without an endpoint. */
  operation?: Pick<OperationHandle, "route" | "setPrefer" | "made">;
  /** Which data is sent, in sentences, if it is neither all nor nothing. */
  privacy?: string;
  /** The time against which dates were checked (ISO 8601). It is shown, because a clock may be wrong. */
  judgedAt?: string;
  input: ReactNode;
  result: ReactNode;
  /** Keeps a short input in view next to a long result. */
  sticky?: boolean;
  /** Before a result, a form with many fields has the page's width. */
  wide?: boolean;
  /** On a narrow screen the result comes before the input, for a tool that answers at once. */
  resultFirst?: boolean;
  /** The answer, in full width above input and result. */
  top?: ReactNode;
  /** In full width below input and result. */
  below?: ReactNode;
  /** The input is a list of items, next to one of them. */
  list?: boolean;
  /** On a narrow screen the result replaces the input. */
  detail?: boolean;
}

export function ToolPage(
  {
    tool,
    operation,
    privacy,
    judgedAt,
    input,
    result,
    sticky,
    wide,
    resultFirst,
    top,
    below,
    list,
    detail,
  }: ToolPageProps,
) {
  const done = Boolean(operation?.made);
  useEffect(() => {
    if (done) offerInstall();
  }, [done]);
  return (
    <Stack gap={5}>
      <div>
        <PageHeader
          heading={tool.label}
          lead={tool.lead}
          aside={operation && <Place {...operation} privacy={privacy} judgedAt={judgedAt} />}
        />
        <Stack gap={5}>
          {top}
          <ElsewhereContext value={Elsewhere}>
            <Columns
              input={input}
              result={result}
              sticky={sticky}
              wide={wide}
              list={list}
              detail={detail}
              resultFirst={resultFirst}
            />
          </ElsewhereContext>
          {below}
        </Stack>
      </div>
      {tool.hasEndpoint && <SecurityNotice where={operation?.route.where}>{privacy}
      </SecurityNotice>}
    </Stack>
  );
}

const FORCED: Readonly<Record<Forced, string>> = {
  "network": "This needs a connection that a browser cannot make.",
  "module-worker": "This browser cannot run the tool itself: it has no module workers.",
  "webassembly": "This browser cannot run the tool itself: it has no WebAssembly.",
  "subtle-crypto":
    "This browser cannot run the tool itself: cryptography needs https, and this site is on plain http.",
};

type PlaceProps =
  & NonNullable<ToolPageProps["operation"]>
  & Pick<ToolPageProps, "privacy" | "judgedAt">;

function Place({ route, setPrefer, made, privacy, judgedAt }: PlaceProps) {
  return (
    <WhereItRuns
      where={route.where}
      forced={route.forced && FORCED[route.forced]}
      onChange={setPrefer}
      note={made ? lastMade(made, judgedAt) : privacy ?? NOTES[route.where]}
    />
  );
}

const NOTES = {
  device: "What you enter stays on this device.",
  server: "What you enter is sent to our server.",
} as const;

function lastMade({ where, milliseconds }: Made, judgedAt?: string): string {
  const place = where === "device" ? "on this device" : "on the server";
  const made = `Last result: ${place}, ${duration(milliseconds)}`;
  return judgedAt ? `${made}. ${clockText(where, judgedAt)}` : made;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Replaces a part of a page whose code did not load. */
export function MissingPart(
  { operation }: { operation: Pick<OperationHandle, "state" | "reset"> },
) {
  const { banner } = faultsOf(operation.state, []);
  return banner && <Banner title={banner} onDismiss={operation.reset} />;
}

const loadOffers = () => afterWork().then(() => import("../arrivals/offers.tsx"));

/** Links to the tools that open a text which is in the wrong field; nothing if the code does not load. */
export function Elsewhere(props: ElsewhereProps) {
  const loaded = useModule(loadOffers, true);
  return loaded && <loaded.Elsewhere {...props} />;
}
