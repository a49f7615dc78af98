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
import { unusedWords } from "./unused-words.ts";
import { dateStatus } from "../../page/date-status.ts";

/** Certificates that were given and are not on the path: they are shown, never dropped. */
export function OtherCertificates({ analysis }: { analysis: Analysis }) {
  const { unused } = analysis;
  if (unused.length === 0) return null;
  return (
    <Section heading="Not on the path" count={unused.length}>
      <ItemList
        items={unused.map((entry) => {
          const { info, position } = entry;
          const [word, reason] = unusedWords(entry, analysis);
          const status = dateStatus(info);
          return {
            title: <Value>{certificateName(info)}</Value>,
            data: `No. ${(position ?? 0) + 1}`,
            status: (
              <>
                <StatusPill tone="neutral">{word}</StatusPill>
                <StatusPill tone={status.tone}>{status.word}</StatusPill>
              </>
            ),
            children: (
              <Stack gap={2}>
                <p>
                  {reason} Issued by{" "}
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
