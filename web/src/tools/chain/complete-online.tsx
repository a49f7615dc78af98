import { named } from "../../../../core/kernel/formatting.ts";
import { useEffect, useRef } from "react";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Tried } from "../../ui/certificate/tried.tsx";
import type { Completion } from "./completion.ts";
import type { Analysis } from "./analysis.ts";

interface CompleteOnlineProps {
  analysis: Analysis;
  connected: boolean;
  completion: Completion;
  /** Follows "the certificates" in a sentence: the other data that is sent, from `sentToo`. */
  sends: string;
  onComplete: (incomplete: Analysis) => void;
  /** Dismisses the failure. */
  onDismiss: () => void;
}

/** Shown if an issuer is missing: offers to fetch it, or says why that is not possible. */
export function CompleteOnline(
  { analysis, connected, completion, sends, onComplete, onDismiss }: CompleteOnlineProps,
) {
  const busy = completion.status === "loading";
  const failure = completion.status === "error" ? completion.message : null;
  const [missing] = analysis.missing;
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // The button lost the focus while it was disabled. After a failure it gets the focus back.
    if (wasBusy.current && !busy && failure) button.current?.focus();
    wasBusy.current = busy;
  }, [busy, failure]);
  if (!missing) return null;
  if (missing.tried) {
    return (
      <Banner quiet tone="warn" title="The issuer was not found online either">
        <Tried tried={missing.tried} />
      </Banner>
    );
  }
  if (missing.urls.length === 0) {
    return (
      <Banner quiet tone="info" title="We can't fetch the missing certificate">
        <p>
          The certificate has no address of its issuer. Paste the issuer's certificate too:{" "}
          {missing.issuer ? named(missing.issuer) : "its name is empty"}.
        </p>
      </Banner>
    );
  }
  return (
    <Banner
      quiet={!failure}
      tone={failure ? "bad" : "info"}
      title={failure ?? "We can fetch the missing certificate"}
      onDismiss={failure ? onDismiss : undefined}
    >
      <Stack gap={2}>
        <p>
          {connected
            ? `Only the certificates${sends} are sent to our server, which fetches it from the address in the certificate.`
            : "The certificate has the address of its issuer. To fetch it from there, connect first."}
        </p>
        <Row>
          <Button
            ref={button}
            size="small"
            disabled={busy || !connected}
            onClick={() => onComplete(analysis)}
          >
            {busy ? "Completing..." : "Complete chain online"}
          </Button>
        </Row>
      </Stack>
    </Banner>
  );
}
