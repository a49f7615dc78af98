/** Points out, before the file is made, that the chain lacks an issuer. */
import { useEffect, useState } from "react";
import { chainAnalyze } from "../../../../core/chain/contract.ts";
import { run } from "../../run/run.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Row } from "../../ui/layout/layout.tsx";
import { Tried } from "../../ui/certificate/tried.tsx";
import { Value } from "../../ui/data/value.tsx";
import type { MissingIssuer } from "../../../../core/x509/shapes.ts";
import { missingWords } from "./missing-words.ts";

/** Milliseconds without typing before the chain is examined. */
const PAUSE = 400;

/** The missing issuer; null if none is missing or the check has not finished. */
function useMissingIssuer(certificate: string): MissingIssuer | null {
  const [found, setFound] = useState<{ text: string; missing: MissingIssuer | null } | null>(null);
  useEffect(() => {
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
  }, [certificate]);
  return found?.text === certificate ? found.missing : null;
}

interface MissingIssuerNoticeProps {
  certificate: string;
  /** Called when the certificates are sent to the server. */
  onAsk: () => void;
  /** Called with the certificates, those that were found included. */
  onComplete: (certificate: string) => void;
}

/** Shows nothing while no issuer is known to be missing. */
export default function MissingIssuerNotice(props: MissingIssuerNoticeProps) {
  const missing = useMissingIssuer(props.certificate);
  return missing && <Notice {...props} missing={missing} />;
}

function Notice(
  { missing, certificate, onAsk, onComplete }: MissingIssuerNoticeProps & {
    missing: MissingIssuer;
  },
) {
  const words = missingWords(missing);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [tried, setTried] = useState<MissingIssuer["tried"]>();
  const complete = async () => {
    onAsk();
    setBusy(true);
    setProblem("");
    setTried(undefined);
    const result = await run(chainAnalyze, { certificate }, { prefer: "server" });
    setBusy(false);
    if (!result.ok) return setProblem(result.error.message);
    const fetched = result.value.chain.filter(({ source }) => source === "aia");
    if (fetched.length === 0) {
      setTried(result.value.missing[0]?.tried);
      return setProblem("No issuer was found online");
    }
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
            Its CA offers it at{" "}
            <Value data>{missing.urls[0]}</Value>. Only the certificates are sent to our server,
            which fetches it.
          </p>
          <Row>
            <Button size="small" disabled={busy} onClick={complete}>
              {busy ? "Completing..." : "Complete chain online"}
            </Button>
          </Row>
        </>
      )}
      {problem && <p>{problem}</p>}
      {tried && <Tried tried={tried} />}
    </Banner>
  );
}
