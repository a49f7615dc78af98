/** Notes on the chosen authorities, for the answer and for the form before it. */
import { type Authority, issuesSmime } from "./authorities.ts";

interface Chosen {
  authorities: readonly Authority[];
  /** Whether issuemail records are to name the authorities. */
  issuemail: boolean;
  domain: string;
}

export function notesOn({ authorities, issuemail, domain }: Chosen): string[] {
  const without = authorities.filter((authority) => !issuesSmime(authority));
  if (!issuemail || without.length === 0) return [];
  const names = without.map(({ name }) => name).join(", ").replace(/, ([^,]*)$/, " and $1");
  const [verb, object] = without.length === 1 ? ["issues", "it"] : ["issue", "them"];
  const notes = [
    `${names} ${verb} no S/MIME certificates, so no issuemail record names ${object}.`,
  ];
  if (without.length === authorities.length) {
    notes.push(
      `Without an issuemail record, any authority may issue S/MIME certificates for addresses at ` +
        `${domain}. To prevent that, forbid S/MIME certificates to every authority.`,
    );
  }
  return notes;
}
