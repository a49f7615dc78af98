/** How much of the answer about a host is there, with Cancel and Refresh. */
import { printable } from "../../../../core/kernel/formatting.ts";
import { useEffect, useRef } from "react";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Progress } from "../../ui/feedback/progress.tsx";
import { Button } from "../../ui/base/button.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { partsInWords } from "../../../../core/verdict/text/host.ts";
import type { Progress as Parts } from "./parts.ts";

interface HostProgressProps {
  host: string;
  progress: Parts;
  connected: boolean;
  /** Opens this page with the host; null before the host's name is known. */
  link: string | null;
  onCancel: () => void;
  onRefresh: () => void;
}

/** The chain, and the three parts that come after it. */
const STEPS = 4;

export function HostProgress(
  { host, progress, connected, link, onCancel, onRefresh }: HostProgressProps,
) {
  const { missing, busy, failure } = progress;
  const place = useRef<HTMLDivElement>(null);
  const refresh = useRef<HTMLButtonElement>(null);
  const held = useRef(false);
  useEffect(() => {
    // Cancel had the focus and is gone, so Refresh takes the focus.
    if (!busy && held.current) refresh.current?.focus({ preventScroll: true });
    held.current = false;
  }, [busy]);
  return (
    <div
      ref={place}
      onFocus={() => held.current = true}
      onBlur={({ relatedTarget }) => held.current = relatedTarget === null && held.current}
    >
      {busy
        ? (
          <Progress
            label={`Checking ${printable(host)}`}
            done={STEPS - missing.length}
            total={STEPS}
            text={missing.length === 0 ? "Almost done" : `Still to come: ${partsInWords(missing)}`}
            onCancel={onCancel}
          />
        )
        : (
          <Stack gap={3}>
            {failure !== null && (
              <Banner tone="warn" title={failure}>
                <p>You see what came before that.</p>
              </Banner>
            )}
            <Row gap={2}>
              <Button ref={refresh} size="small" disabled={!connected} onClick={onRefresh}>
                Refresh
              </Button>
              {link !== null && <CopyButton text={link} label="Copy link" />}
            </Row>
          </Stack>
        )}
    </div>
  );
}
