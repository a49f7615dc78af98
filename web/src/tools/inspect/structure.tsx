import { useState } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { InspectMethods } from "../../../../core/inspect/session-contract.ts";
import { ask } from "./inspection.ts";
import { Asn1View } from "../../ui/data/asn1-view.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Stack } from "../../ui/layout/layout.tsx";

/** Drawn when it is asked for: it costs, and of a private key it shows the secret. */
export function Structure({ row, bytes }: { row: ObjectRow; bytes: number }) {
  const [shown, setShown] = useState<InspectMethods["structure"]["output"] | null>(null);
  if (row.kind === "caa-record" || row.kind === "domain-name" || row.kind === "openpgp") {
    return null;
  }
  const isSecret = row.kind === "private-key";
  return (
    <Section heading="ASN.1 and bytes" count={`${bytes.toLocaleString("en")} bytes`}>
      {shown ? <Asn1View {...shown} /> : (
        <Stack gap={3}>
          <p>
            {isSecret
              ? "The structure of a private key shows its secret numbers on the screen."
              : "Every element with its offset, beside the bytes that it is written in."}
          </p>
          <div>
            <Button
              icon="show"
              onClick={async () => setShown(await ask("structure", { id: row.id }))}
            >
              {isSecret ? "Show the secret structure" : "Show the structure"}
            </Button>
          </div>
        </Stack>
      )}
    </Section>
  );
}
