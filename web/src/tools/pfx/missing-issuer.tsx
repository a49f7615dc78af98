/** Points out, before the file is made, that the chain lacks an issuer. */
import { useEffect, useState } from "react";
import { chainAnalyze, type ChainResponse } from "../../../../core/chain/contract.ts";
import { run } from "../../run/run.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Row } from "../../ui/layout/layout.tsx";
import { Value } from "../../ui/data/value.tsx";
import { missingWords } from "./missing-words.ts";
import { pageText } from "../../lib/page-text.ts";

/** How long nothing is typed before the chain is looked at, in milliseconds. */
const PAUSE = 400;

type MissingIssuer = ChainResponse["missing"][number];

/** What the certificates of the text lack; null while that is not known, or where nothing is. */
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

interface MissingIssuerNoticeProps {
  missing: MissingIssuer;
  certificate: string;
  /** The certificates are on their way to the server. */
  onAsk: () => void;
  /** The certificates with what was found added. */
  onComplete: (certificate: string) => void;
}

export function MissingIssuerNotice(
  { missing, certificate, onAsk, onComplete }: MissingIssuerNoticeProps,
) {
  const words = missingWords(missing);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const complete = async () => {
    onAsk();
    setBusy(true);
    setProblem("");
    const result = await run(chainAnalyze, { certificate }, { prefer: "server" });
    setBusy(false);
    if (!result.ok) return setProblem(pageText(result.error.message));
    const fetched = result.value.chain.filter(({ source }) => source === "aia");
    if (fetched.length === 0) return setProblem("No issuer was found online");
    onComplete(
      [certificate.trimEnd(), ...fetched.map(({ certificate }) => certificate)].join("\n"),
    );
  };
  return (
    <Banner tone={words.tone} title={words.title}>
      <p>
        The certificate of <Value>{missing.issuer}</Value> is not among these. {words.text}
      </p>
      {missing.urls.length > 0 && (
        <>
          <p>
            Its authority offers it at{" "}
            <Value data>{missing.urls[0]}</Value>. Only the certificates are sent to this site's
            server, which fetches it.
          </p>
          <Row>
            <Button size="small" disabled={busy} onClick={complete}>
              {busy ? "Completing..." : "Complete chain online"}
            </Button>
          </Row>
        </>
      )}
      {problem && <p>{problem}</p>}
    </Banner>
  );
}
