/** Texts about a PFX file whose certificates lack an issuer. */

/** Which certificate's issuer is missing, counted from the leaf, and its kind if it is known. */
interface MissingPlace {
  index: number;
  kind: "root" | "intermediate" | null;
}

interface MissingWords {
  tone: "warn" | "info";
  title: string;
  text: string;
}

/** A server sends the intermediates and not the root, so only a missing intermediate is a fault. */
export function missingWords({ index, kind }: MissingPlace): MissingWords {
  const clients = "servers don't need to send it, but clients must have it installed.";
  if (kind === "root") {
    return { tone: "info", title: "The root is not in the file", text: `It is a root: ${clients}` };
  }
  if (kind === null && index > 0) {
    const text = `If it is a private root, ${clients}`;
    return { tone: "info", title: "The last issuer is not in the file", text };
  }
  const text = "a server that imports the file would send an incomplete chain.";
  return {
    tone: "warn",
    title: "An issuer is missing",
    text: kind === null ? `Unless it is a private root, ${text}` : `Without it, ${text}`,
  };
}
