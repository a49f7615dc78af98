/** What is wrong with the order and the number of the certificates, and how to repair it. */
import type { Analysis } from "./judgement.ts";

export interface Repair {
  heading: string;
  text: string;
  /** Whether the corrected bundle is the answer. */
  bundle: boolean;
}

/** Of certificates that a server sends, or that were pasted to be given to one. */
export function repairsOf({ chain, unused, missing, source, problems }: Analysis): Repair[] {
  const repairs: Repair[] = [];
  const who = source ? "The server sends" : "What was pasted has";
  const add = (heading: string, text: string, bundle = true) =>
    repairs.push({ heading, text, bundle });
  const fetched = chain.filter(({ fetchedViaAIA }) => fetchedViaAIA);
  if (missing.length > 0) {
    add(
      "An intermediate is missing",
      "Add the authority's intermediate certificates below the certificate.",
      false,
    );
  } else if (source && fetched.length > 0) {
    add(
      "An intermediate is missing",
      "The server does not send it; it was fetched from where the certificate points to. Many clients do not do that.",
    );
  }
  const places = chain.flatMap(({ position }) => position === null ? [] : [position]);
  if (places.some((place, index) => index > 0 && place < places[index - 1])) {
    add(
      "Wrong order",
      `${who} the certificates in another order than leaf first, then its issuers.`,
    );
  }
  const duplicates = unused.filter(({ reason }) => reason === "duplicate").length;
  if (duplicates > 0) {
    add("Sent twice", `${who} ${duplicates === 1 ? "a certificate" : "certificates"} twice.`);
  }
  const strangers = unused.filter(({ reason }) => reason === "unrelated").length;
  if (strangers > 0) {
    add("Certificates of another chain", `${who} ${strangers} that do not belong to the chain.`);
  }
  if (source?.presented.rootIncluded) {
    add("The root is sent", "Clients have their roots. It costs bytes in every handshake.");
  }
  if (source && !source.hostnameMatches) {
    add(
      "Wrong name",
      `The certificate does not name ${source.unicodeHostname}. Issue it for that name too.`,
      false,
    );
  }
  if (problems.some(({ code, index }) => code === "expiring_soon" && index === 0)) {
    add("Expiring soon", "Renew the certificate now, and let that be automatic.", false);
  }
  if (source?.legacy) {
    add(
      "Obsolete protocol",
      "The server could only be read by an obsolete version of TLS. Turn on TLS 1.2 and 1.3.",
      false,
    );
  }
  return repairs;
}
