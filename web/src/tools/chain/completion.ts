/** Completes a chain online. Sends the analyzed certificates, and only if the user agrees. */
import { useCallback, useEffect, useRef, useState } from "react";
import { chainAnalyze, type ChainResponse } from "../../../../core/chain/contract.ts";
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import { createSetting } from "../../lib/store.ts";
import type { Made } from "../../run/use-operation.ts";
import { run } from "../../run/run.ts";

/** Whether a chain that lacks an issuer is completed online without a question. */
export const completeSetting = createSetting("chain:complete", ["ask", "always"], "ask");

/** The verifier's settings that are sent with the certificates; empty fields are omitted. */
type Question = Pick<RequestOf<typeof chainAnalyze>, "hostname" | "roots">;

/** Follows "the certificates" in a sentence: the other data that is sent to complete a chain. */
export function sentToo({ roots, hostname }: Question): string {
  if (roots && hostname) return ", the roots and the host name";
  return roots ? " and the roots" : hostname ? " and the host name" : "";
}

export type Completion =
  | { readonly status: "idle" | "loading" }
  | {
    readonly status: "result";
    readonly value: ChainResponse;
    readonly made: Made;
    readonly question: Question;
  }
  | { readonly status: "error"; readonly message: string };

/** Returns only the certificates of an analysis, in the order of the input. */
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

  const complete = useCallback(async (incomplete: ChainResponse, question: Question) => {
    current.current?.abort();
    const controller = current.current = new AbortController();
    setCompletion({ status: "loading" });
    const input = { certificate: certificatesOf(incomplete), ...question };
    const result = await run(chainAnalyze, input, {
      prefer: "server",
      signal: controller.signal,
    });
    if (current.current !== controller) return;
    current.current = null;
    setCompletion(
      result.ok
        ? { status: "result", value: result.value, made: result, question }
        : { status: "error", message: result.error.message },
    );
  }, []);
  /** Returns a function that shows the current answer again. */
  const keep = () => completion.status === "loading" ? forget : () => setCompletion(completion);
  return { completion, complete, forget, keep };
}
