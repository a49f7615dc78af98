import { CertificateView } from "../../ui/certificate/certificate-view.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Value } from "../../ui/data/value.tsx";
import { DownloadCertificate } from "./chain-path.tsx";
import { authorityName, certificateName } from "../../../../core/names/certificate-name.ts";
import type { Analysis } from "./analysis.ts";
import { dateStatus } from "../../page/date-status.ts";

const REASONS: Readonly<Record<Analysis["unused"][number]["reason"], string>> = {
  alternative: "It is on another path, not on the best one.",
  duplicate: "The same certificate is already on the path or above.",
  unrelated: "It is on no path of this certificate.",
};

export const WORDS: Readonly<Record<Analysis["unused"][number]["reason"], string>> = {
  alternative: "Alternative",
  duplicate: "Duplicate",
  unrelated: "Unrelated",
};

/** Certificates that were given and are not on the path: they are shown, never dropped. */
export function OtherCertificates({ analysis: { unused } }: { analysis: Analysis }) {
  if (unused.length === 0) return null;
  return (
    <Section heading="Not on the path" count={unused.length}>
      <ItemList
        items={unused.map((entry) => {
          const { info, reason, position } = entry;
          const status = dateStatus(info);
          return {
            title: <Value>{certificateName(info)}</Value>,
            data: `No. ${(position ?? 0) + 1}`,
            status: (
              <>
                <StatusPill tone="neutral">{WORDS[reason]}</StatusPill>
                <StatusPill tone={status.tone}>{status.word}</StatusPill>
              </>
            ),
            children: (
              <Stack gap={2}>
                <p>
                  {REASONS[reason]} Issued by{" "}
                  <Value>{authorityName(info.issuer) || "an unnamed issuer"}</Value>.
                </p>
                <div>
                  <DownloadCertificate entry={entry} />
                </div>
                <Disclosure summary="Every field">
                  {() => <CertificateView info={info} />}
                </Disclosure>
              </Stack>
            ),
          };
        })}
      />
    </Section>
  );
}
