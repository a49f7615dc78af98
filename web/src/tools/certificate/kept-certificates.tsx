/** The certificates that were made before the shown one. They stay until they are removed. */
import { day } from "../../../../core/kernel/dates.ts";
import { Button } from "../../ui/base/button.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { WholeName } from "../../ui/base/whole-name.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Value } from "../../ui/data/value.tsx";
import { bundleOf } from "./bundle.ts";
import { filesOf } from "../../../../core/certificate/files.ts";
import { type HeldCa, IDLE_MINUTES, keysOf } from "./held-cas.ts";
import { isUnsaved, type MadeCertificate } from "./made-certificates.ts";
import { KIND_TEXT } from "./words.ts";

interface KeptCertificatesProps {
  kept: readonly MadeCertificate[];
  cas: readonly HeldCa[];
  disabled: boolean;
  onSaved: (entry: MadeCertificate) => void;
  onShow: (id: number) => void;
  onRemove: (entry: MadeCertificate) => void;
}

export default function KeptCertificates(
  { kept, cas, disabled, onSaved, onShow, onRemove }: KeptCertificatesProps,
) {
  const save = (entry: MadeCertificate) => {
    const { made, values, signer } = entry;
    const keys = keysOf(made, values, cas.find(({ id }) => id === signer) ?? null);
    const { name, bytes } = bundleOf({ made, ...keys, pfx: null }, Date.now());
    saveFile(bytes, name, "application/zip");
    onSaved(entry);
  };
  return (
    <Section heading="Made before" count={kept.length} screenOnly>
      <Stack gap={3}>
        <p>
          They are only in this page's memory. We clear them when you leave, and their keys after
          {" "}
          {IDLE_MINUTES} minutes without an action.
        </p>
        <ItemList
          items={kept.map((entry) => {
            const { id, made } = entry;
            const name = filesOf(made).base;
            return {
              title: <Value>{name}</Value>,
              status: isUnsaved(entry)
                ? <StatusPill tone="warn">Key not saved</StatusPill>
                : entry.isSaved
                ? <StatusPill tone="good">Saved</StatusPill>
                : undefined,
              children: (
                <Stack gap={2}>
                  <p>{KIND_TEXT[made.kind]}, valid until {day(made.notAfter)}</p>
                  <Row gap={2}>
                    <Button size="small" icon="download" onClick={() => save(entry)}>
                      <WholeName
                        name={`Download all (ZIP) of ${name}`}
                        shown="Download all (ZIP)"
                      />
                    </Button>
                    <Button size="small" disabled={disabled} onClick={() => onShow(id)}>
                      <WholeName name={`Show ${name}`} shown="Show" />
                    </Button>
                    <Button size="small" onClick={() => onRemove(entry)}>
                      <WholeName name={`Remove ${name}`} shown="Remove" />
                    </Button>
                  </Row>
                </Stack>
              ),
            };
          })}
        />
      </Stack>
    </Section>
  );
}
