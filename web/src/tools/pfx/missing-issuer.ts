/** Finds out, before the file is made, whether the chain lacks an issuer. */
import { useEffect, useState } from "react";
import { chainAnalyze } from "../../../../core/chain/contract.ts";
import type { MissingIssuer } from "../../../../core/x509/shapes.ts";
import { run } from "../../run/run.ts";

/** Milliseconds without typing before the chain is examined. */
const PAUSE = 400;

/** The missing issuer; null if none is missing or the check has not finished. */
export function useMissingIssuer(certificate: string, active: boolean): MissingIssuer | null {
  const [found, setFound] = useState<{ text: string; missing: MissingIssuer | null } | null>(null);
  useEffect(() => {
    if (!active || certificate.trim() === "") return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const { signal } = controller;
      const result = await run(chainAnalyze, { certificate }, { prefer: "device", signal });
      if (signal.aborted || !result.ok) return;
      setFound({ text: certificate, missing: result.value.missing[0] ?? null });
    }, PAUSE);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [certificate, active]);
  return active && found?.text === certificate ? found.missing : null;
}
