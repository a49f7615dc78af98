/** Completing a chain online: only the certificates are sent, and only when the user wants it. */
import { useCallback, useEffect, useRef, useState } from "react";
import { chainAnalyze, type ChainResponse } from "../../../../core/chain/contract.ts";
import { createSetting } from "../../lib/setting.ts";
import type { Made } from "../../run/use-operation.ts";
import { run } from "../../run/run.ts";
import { pageText } from "../../lib/page-text.ts";

/** Whether a chain that lacks an issuer is completed online without a question. */
export const completeSetting = createSetting("chain:complete", ["ask", "always"], "ask");

export type Completion =
  | { readonly status: "idle" | "loading" }
  | { readonly status: "result"; readonly value: ChainResponse; readonly made: Made }
  | { readonly status: "error"; readonly message: string };

/** Only the certificates of an analysis, in the order in which they were given. */
function certificatesOf({ chain, unused }: ChainResponse): string {
  return [...chain, ...unused]
    .filter(({ position }) => position !== null)
    .sort((a, b) => a.position! - b.position!)
    .map(({ certificate }) => certificate)
    .join("");
}

export function useCompletion() {
  const [completion, setCompletion] = useState<Completion>({ status: "idle" });
  const current = useRef<AbortController | null>(null);

  const forget = useCallback(() => {
    current.current?.abort();
    current.current = null;
    setCompletion({ status: "idle" });
  }, []);
  useEffect(() => () => current.current?.abort(), []);

  const complete = useCallback(async (incomplete: ChainResponse) => {
    current.current?.abort();
    const controller = current.current = new AbortController();
    setCompletion({ status: "loading" });
    const result = await run(chainAnalyze, { certificate: certificatesOf(incomplete) }, {
      prefer: "server",
      signal: controller.signal,
    });
    if (current.current !== controller) return;
    current.current = null;
    setCompletion(
      result.ok
        ? { status: "result", value: result.value, made: result }
        : { status: "error", message: pageText(result.error.message) },
    );
  }, []);
  return { completion, complete, forget };
}
