/** Repairs for missing, misplaced and surplus certificates, and for settings of the server. */
import { named, withCommas } from "../../../../core/kernel/formatting.ts";
import { isForSameName } from "./unused-words.ts";
import type { Analysis } from "./analysis.ts";

interface Repair {
  heading: string;
  text: string;
  /** Whether the corrected bundle repairs it. */
  bundle: boolean;
}

/** Names the missing certificate, as far as the certificate below it identifies it. */
function wordsFor({ index, issuer: name, kind }: Analysis["missing"][number]) {
  const issuer = named(name);
  const clients = "Servers don't need to send it, but clients must have it installed.";
  if (kind === "root") {
    return { heading: "The root is missing", text: `Add the certificate of ${issuer}. ${clients}` };
  }
  const text = `Add the certificate of ${issuer} below the certificate that it issued.`;
  if (kind === "intermediate") return { heading: "An intermediate is missing", text };
  return index === 0 ? { heading: "An intermediate or the root is missing", text } : {
    heading: "The root or another intermediate is missing",
    text: `Add the certificate of ${issuer}. If it is a private root: ${clients}`,
  };
}

/** Repairs for certificates that a server sends, or that were pasted for one. */
export function repairsOf(analysis: Analysis): Repair[] {
  const { chain, unused, missing, source, problems } = analysis;
  const repairs: Repair[] = [];
  const who = source ? "The server sends" : "What was pasted has";
  const add = (heading: string, text: string, bundle = true) =>
    repairs.push({ heading, text, bundle });
  const fetched = chain.filter(({ fetchedViaAIA }) => fetchedViaAIA);
  // If nothing else is wrong, the verdict says which one is missing.
  const isAlone = problems.every(({ code, kind, severity }) =>
    kind !== "proof" || severity !== "error" || code === "issuer_not_found"
  );
  if (missing.length > 0 && !isAlone) {
    const { heading, text } = wordsFor(missing[0]);
    add(heading, text, false);
  } else if (source && missing.length === 0 && fetched.length > 0) {
    add(
      "An intermediate is missing",
      "The server doesn't send it. We fetched it from the address in the certificate, which many clients don't do.",
    );
  }
  const places = chain.flatMap(({ position }) => position === null ? [] : [position]);
  if (places.some((place, index) => index > 0 && place < places[index - 1])) {
    add(
      "Wrong order",
      `${who} the certificates in another order. Put the end entity first, then its issuers.`,
    );
  }
  const duplicates = unused.filter(({ reason }) => reason === "duplicate").length;
  if (duplicates > 0) {
    add("Sent twice", `${who} ${duplicates === 1 ? "a certificate" : "certificates"} twice.`);
  }
  // The verdict names a renewal further down, and another certificate of the missing issuer.
  const isNamed = (one: Analysis["unused"][number]) =>
    missing.some(({ issuer }) => issuer === one.info.subject.raw) ||
    isForSameName(one, analysis);
  const strangers = unused.filter((one) => one.reason === "unrelated" && !isNamed(one)).length;
  if (strangers > 0) {
    const [heading, what] = strangers === 1
      ? ["A certificate of another chain", "a certificate that does"]
      : ["Certificates of another chain", `${withCommas(strangers)} certificates that do`];
    add(heading, `${who} ${what} not belong to the chain.`);
  }
  if (source?.presented.rootIncluded) {
    add("The root is sent", "Clients have their own roots. It only adds bytes to every handshake.");
  }
  if (source?.legacy) {
    if (source.tlsVersion === "TLSv1.2") {
      add(
        "Obsolete cipher suite",
        "Current clients do not support it. Turn on ECDHE with AES-GCM or ChaCha20.",
        false,
      );
    } else {
      add(
        "Obsolete protocol",
        "The server could only be read by an obsolete version of TLS. Turn on TLS 1.2 and 1.3.",
        false,
      );
    }
  }
  return repairs;
}
