/** The chain analyzer with pasted certificates: they are analyzed on this device by default. */
import { useMemo, useState } from "react";
import { chainAnalyze } from "../../../../core/chain/contract.ts";
import { useOnline } from "../../lib/browser.ts";
import { useRequiredModule } from "../../lib/load.ts";
import { useSetting } from "../../lib/store.ts";
import { useFaults } from "../../run/faults.ts";
import { isFinished } from "../../run/live.ts";
import type { Where } from "../../run/run.ts";
import { useLive } from "../../run/use-live.ts";
import { useOperation } from "../../run/use-operation.ts";
import type { Analysis } from "./analysis.ts";
import { completeSetting, sentToo, useCompletion } from "./completion.ts";
import { HostNameField, PastedFields, RootsField } from "./fields.tsx";
import { loadResult, type RootsInput, type Source } from "./source.ts";
import { tool } from "./tool.ts";

/** In the order of the form. */
const FIELDS = ["certificate", "hostname", "roots"] as const;

/** Analyzed in advance, to have the code ready. */
const loadExample = async () => {
  const { exampleCertificate, exampleIssuer } = await import("../../../../core/examples.ts");
  return { certificate: exampleCertificate + exampleIssuer };
};

interface PastedSource extends Source {
  readonly kept: { certificate: string; hostname: string };
  put(kept: PastedSource["kept"]): void;
  /** Fills in certificates that another page passed on, and analyzes them on this device. */
  open(certificate: string): void;
  /** Fills in certificates of a link, and analyzes them on this device: nothing is completed online unasked. */
  openLink(certificate: string): void;
  /** Fills in certificates that were pasted or dropped outside the field. */
  paste(certificate: string): void;
}

/** `isShown`: the user has chosen to paste certificates. */
export function usePasted(
  { isShown, roots, onRoots }: RootsInput & { isShown: boolean },
): PastedSource {
  const [certificate, setCertificate] = useState("");
  const [hostname, setHostname] = useState("");
  const trusting = roots.trim() === "" ? {} : { roots };
  const question = hostname.trim() === "" ? trusting : { ...trusting, hostname: hostname.trim() };
  const request = (text = certificate) => ({ certificate: text, ...question });
  const operation = useOperation(chainAnalyze, tool.id, request(), { example: loadExample });
  const { state, judged } = operation;
  const [always, setAlways] = useSetting(completeSetting);
  const { completion, complete, forget, keep: keepCompletion } = useCompletion();
  const connected = useOnline();

  const isReady = isShown && isFinished(certificate) && (roots.trim() === "" || isFinished(roots));
  const live = useLive(operation, isReady ? request() : null, {
    // Half a host name is a valid host name too, so only the button checks it.
    without: ["hostname"],
    onStart: forget,
  });
  const faults = useFaults(state, FIELDS);

  const completed = completion.status === "result" ? completion : null;
  const first = state.status === "result" ? state.value : null;
  const analysis: Analysis | null = completed ? completed.value : first;
  const parts = useRequiredModule(loadResult, analysis !== null);

  /** The question that the shown answer belongs to. */
  const { hostname: askedName, roots: askedRoots } = completed ? completed.question : judged ?? {};
  const asked = useMemo(
    () => ({
      ...askedRoots !== undefined && { roots: askedRoots },
      ...askedName !== undefined && { hostname: askedName },
    }),
    [askedName, askedRoots],
  );

  // Memoized, because a result may have thousands of rows and the page renders on each keystroke.
  const result = useMemo(() =>
    analysis && parts && (
      <parts.ChainResult
        analysis={analysis}
        hostname={asked.hostname}
        completion={
          <parts.CompleteOnline
            analysis={analysis}
            connected={connected}
            completion={completion}
            sends={sentToo(asked)}
            onComplete={(incomplete) => complete(incomplete, asked)}
            onDismiss={forget}
          />
        }
      />
    ), [parts, analysis, asked, connected, completion, complete, forget]);

  const analyze = async (text = certificate) => {
    forget();
    const outcome = await operation.run(request(text));
    if (!outcome) return;
    if (!outcome.ok) return faults.focusFirst(outcome.error.issues);
    const reachable = outcome.value.missing.some(({ urls }) => urls.length > 0);
    if (always === "always" && reachable && navigator.onLine && outcome.where === "device") {
      complete(outcome.value, question);
    }
  };
  const open = (text: string) => {
    setCertificate(text);
    if (operation.route.where === "device") analyze(text);
  };
  const clear = () => {
    operation.reset();
    forget();
  };

  const busy = state.status === "loading";
  return {
    // The completed answer comes from the server, unlike the first one.
    operation: { ...operation, made: completed ? completed.made : operation.made },
    busy,
    text: certificate,
    fields: (
      <>
        <PastedFields
          field={faults.of("certificate")}
          certificate={certificate}
          onChange={(text) => {
            setCertificate(text);
            faults.clear("certificate");
          }}
          onFill={live.fill}
          completesOnline={always === "always"}
          onCompletesOnline={(checked) => setAlways(checked ? "always" : "ask")}
        />
        <HostNameField
          field={faults.of("hostname")}
          value={hostname}
          onChange={(text) => {
            setHostname(text);
            faults.clear("hostname");
          }}
        />
        <RootsField
          field={faults.of("roots")}
          value={roots}
          onChange={(text) => {
            onRoots(text);
            faults.clear("roots");
          }}
          onFill={live.fill}
        />
      </>
    ),
    analysis,
    result,
    panel: {
      status: faults.panel,
      announcement: analysis && parts && !busy ? parts.announce(analysis, asked) : "",
      fault: faults.live,
      ...live.panel,
    },
    banner: faults.banner,
    privacy: privacyOf(
      operation.route.where,
      always === "always" ? sentToo(question) : null,
      completion.status !== "idle" ? sentToo(asked) : null,
    ),
    submit: () => void analyze(),
    clear,
    empty() {
      clear();
      setCertificate("");
      setHostname("");
    },
    kept: { certificate, hostname },
    put(kept) {
      setCertificate(kept.certificate);
      setHostname(kept.hostname);
    },
    keep() {
      const [show, complete] = [operation.keep(), keepCompletion()];
      return () => {
        show();
        complete();
      };
    },
    focus: () => faults.focus("certificate"),
    fillExample(text) {
      open(text);
      if (operation.route.where !== "device" && faults.first) operation.reset();
    },
    open,
    openLink(text) {
      operation.stayHere();
      forget();
      setCertificate(text);
      faults.clear("certificate");
      void operation.attempt(request(text), true);
    },
    paste(text) {
      setCertificate(text);
      live.fill();
    },
  };
}

/**
 * Which data is sent, if it is neither all nor nothing: completing a chain sends its certificates.
 * `sends` and `sent` are from `sentToo`, or null if nothing will be or was sent.
 */
function privacyOf(where: Where, sends: string | null, sent: string | null): string | undefined {
  if (where === "server") return undefined;
  if (sent !== null) {
    return `To complete the chain, its certificates${sent} were sent to our server. Nothing else was.`;
  }
  return sends !== null
    ? `When an issuer is missing, the certificates${sends} are sent to our server. Nothing else is.`
    : undefined;
}
