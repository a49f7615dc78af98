import type { Extensions } from "../../../../core/x509/shapes.ts";
import { Section } from "../../ui/layout/card.tsx";
import { ExtensionList } from "../../ui/certificate/extension-list.tsx";
import { LongList } from "../../ui/data/long-list.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";

const SUBJECT_ALT_NAME = "2.5.29.17";

/** The extensions that the request asks for. */
export function RequestedExtensions({ extensions }: { extensions: Extensions }) {
  const { subjectAltName, all } = extensions;
  const others = all.filter(({ oid, problem }) => oid !== SUBJECT_ALT_NAME || problem !== null);
  const isCritical = all.find(({ oid }) => oid === SUBJECT_ALT_NAME)?.critical;
  return (
    <>
      <Section
        heading="Subject alternative names"
        count={subjectAltName.length > 0 ? subjectAltName.length : undefined}
        aside={isCritical && <StatusPill tone="neutral">Critical</StatusPill>}
      >
        {subjectAltName.length > 0
          ? (
            <LongList
              what="names"
              rows={subjectAltName.map(({ type, value }) => ({ kind: type, value }))}
            />
          )
          : <p>The CSR requests no alternative names.</p>}
      </Section>
      {others.length > 0 && (
        <Section heading="Requested Extensions" count={others.length}>
          <ExtensionList extensions={others} />
        </Section>
      )}
    </>
  );
}
