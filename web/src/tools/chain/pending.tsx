/** Takes the place of a part that is not there: says that it is coming, or why it is not. */
import { Section } from "../../ui/layout/card.tsx";
import type { PartName, Progress } from "./parts.ts";

const HEADINGS: Readonly<Record<PartName, string>> = {
  everywhere: "Every address",
  revocation: "Revocation",
  caa: "CAA records",
};

const COMING: Readonly<Record<PartName, string>> = {
  everywhere: "Reading the other addresses...",
  revocation: "Asking the OCSP responders and CRLs of the certificates...",
  caa: "Asking DNS...",
};

export function Pending({ part, progress }: { part: PartName; progress: Progress }) {
  const { missing, busy, failure } = progress;
  if (!missing.includes(part)) return null;
  const why = failure === null ? "You cancelled it." : "The connection broke.";
  return (
    <Section heading={HEADINGS[part]}>
      <p>{busy ? COMING[part] : `Not checked. ${why}`}</p>
    </Section>
  );
}
