/** The bytes of an object and the ASN.1 in them. */
import { useEffect, useRef, useState } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { InspectMethods } from "../../../../core/inspect/session-contract.ts";
import { counted } from "../../../../core/kernel/formatting.ts";
import { ask } from "./inspection.ts";
import { Asn1View } from "../../ui/data/asn1-view.tsx";
import { Button } from "../../ui/base/button.tsx";
import { OidLink } from "../../ui/certificate/oid-link.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { useByteLink } from "../../share/byte-link.tsx";

const documentAt = (oid: string) => <OidLink oid={oid} />;

interface StructureProps {
  row: ObjectRow;
  /** The object as PEM; null if it has none, or is secret. */
  pem: string | null;
  /** The byte to show; a new object for each request. */
  wanted: { offset: number } | null;
  /** Shows a field of the details. */
  onField: (field: string) => void;
}

/** Mounted when its tab is opened. For a private key it waits for a button, because it shows the secret. */
export default function Structure({ row, pem, wanted, onField }: StructureProps) {
  const [shown, setShown] = useState<InspectMethods["structure"]["output"] | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const { id } = row;
  const isSecret = row.kind === "private-key";
  const link = useByteLink(isSecret ? null : pem);
  useEffect(() => {
    if (!wanted && isSecret) return;
    let gone = false;
    ask("structure", { id }).then((structure) => {
      if (!gone) setShown(structure);
    });
    return () => void (gone = true);
  }, [id, wanted, isSecret]);
  // After it has been rendered in its full height.
  useEffect(() => {
    if (!wanted || !shown) return;
    section.current!.scrollIntoView({ block: "start" });
    section.current!.querySelector<HTMLElement>("[role=tree]")?.focus({ preventScroll: true });
  }, [wanted, shown]);
  // The clicked button is gone, so the tree takes the focus.
  useEffect(() => {
    if (!wasPressed.current || !shown) return;
    section.current!.querySelector<HTMLElement>("[role=tree]")?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div ref={section}>
      <Section
        heading="ASN.1 and bytes"
        count={shown && counted(shown.bytes.length, "byte")}
      >
        {shown
          ? (
            <Asn1View
              key={wanted?.offset}
              {...shown}
              at={wanted?.offset}
              about={documentAt}
              onField={onField}
              {...link.props}
            />
          )
          : (
            isSecret && (
              <Stack gap={3}>
                <p>The structure of a private key shows its secret numbers on the screen.</p>
                <div>
                  <Button
                    icon="show"
                    onClick={async () => {
                      wasPressed.current = true;
                      setShown(await ask("structure", { id }));
                    }}
                  >
                    Show the secret structure
                  </Button>
                </div>
              </Stack>
            )
          )}
        {link.note}
      </Section>
    </div>
  );
}
