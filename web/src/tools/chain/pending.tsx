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
  revocation: "Asking the responders and lists that the certificates name...",
  caa: "Asking DNS...",
};

export function Pending({ part, progress }: { part: PartName; progress: Progress }) {
  const { missing, busy, failure } = progress;
  if (!missing.includes(part)) return null;
  const why = failure === null
    ? "It was cancelled before that."
    : "The answer broke off before that.";
  return (
    <Section heading={HEADINGS[part]}>
      <p>{busy ? COMING[part] : `Not checked. ${why}`}</p>
    </Section>
  );
}
