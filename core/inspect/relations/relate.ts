/**
 * How the objects fit together: keys with the objects that have them, issuers with what they signed,
 * chains up to a root, names with certificates that are good for them, and what is left over. Lines
 * are drawn by proof (equal numbers, verified signatures); what cannot be verified here is a line of
 * its own kind.
 */
import type { Collection } from "../collection.ts";
import type { Leftover, Link, Relations } from "../contract.ts";
import { type InspectedObject, isUnreadable } from "../objects.ts";
import { KEY_FITS_NOTHING } from "../verdict/whole.ts";
import { keyLinks, nameLinks } from "./links.ts";
import {
  placeCertificates,
  type PlaceOptions,
  type ReadCertificate,
  type Standing,
} from "./placing.ts";

export interface Related extends Relations {
  standings: ReadonlyMap<number, Standing>;
}

/**
 * Draws all lines between the objects. Where the budget ends before, `notes` say what was left out.
 */
export async function relate(
  collection: Collection,
  options: PlaceOptions,
): Promise<Related> {
  const objects = [...collection.objects];
  const notes: string[] = [];
  const links: Link[] = keyLinks(objects);
  for (const { id } of objects) {
    for (const to of collection.contentsOf(id)) {
      links.push({ kind: "contains", from: id, to, holds: true, reason: null });
    }
  }
  const certificates = objects.filter((object): object is ReadCertificate =>
    object.kind === "certificate" && object.candidate !== null
  );
  const named = nameLinks(objects, certificates, notes, options.budget);
  const chained = await placeCertificates(certificates, options, notes);
  // No list of this length is a list of arguments: engines allow some 65,000 of them.
  for (const link of [...named, ...chained.links]) links.push(link);
  return {
    links,
    chains: chained.chains,
    leftovers: leftoversOf(objects, links, chained.standings),
    notes,
    standings: chained.standings,
  };
}

/** Objects without a line; lines between containers and their contents do not count. */
function leftoversOf(
  objects: readonly InspectedObject[],
  links: readonly Link[],
  standings: ReadonlyMap<number, Standing>,
): Leftover[] {
  const linked = new Set<number>();
  for (const { kind, from, to } of links) {
    if (kind === "contains") continue;
    linked.add(from);
    linked.add(to);
  }
  const leftovers: Leftover[] = [];
  for (const object of objects) {
    if (linked.has(object.id) || isUnreadable(object)) continue;
    const message = leftoverMessage(object, standings.get(object.id));
    if (message !== null) leftovers.push({ id: object.id, message });
  }
  return leftovers;
}

function leftoverMessage(object: InspectedObject, standing: Standing | undefined): string | null {
  switch (object.kind) {
    case "private-key":
      return object.key === null || object.key.numbers === null
        ? "This key cannot be compared here, so it may fit."
        : KEY_FITS_NOTHING;
    case "encrypted-private-key":
      return "This key is encrypted. What it fits is shown once it is opened.";
    case "public-key":
      return "This public key fits nothing here.";
    case "request":
      return "Neither a key nor a certificate for this request is here.";
    case "certificate":
      if (standing?.role === "root") return "No certificate here was issued by this root.";
      if (standing?.role === "intermediate") {
        return "Neither its issuer nor a certificate that it issued is here.";
      }
      return standing?.complete
        ? "No key for this certificate is here."
        : "Neither its key nor its issuer is here.";
    case "domain-name":
      return "No certificate here is good for this name.";
    default:
      return null;
  }
}
