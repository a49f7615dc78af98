/** What belongs to one object: its certificate, the chain above it, its key and its request. */
import { OperationError } from "../errors.ts";
import { fileBaseName } from "../file-names.ts";
import { writePem } from "../pki/pem-write.ts";
import type { Collection } from "./collection.ts";
import type { Relations } from "./contract.ts";
import { type InspectedObject, nameOf } from "./objects.ts";
import type { ObjectSet } from "./session-contract.ts";

/** The object must be there. `relations` are those of the same collection. */
export function setOf(collection: Collection, relations: Relations, id: number): ObjectSet {
  const object = collection.get(id);
  if (!object) throw new OperationError("invalid_input", "THERE IS NO SUCH OBJECT");
  const group = keyGroup(collection, relations, object);
  const certificates = group.filter((member) =>
    member.kind === "certificate" && member.certificate !== null
  );
  // Of several certificates of one key the one that ends last is the one in use.
  const certificate = object.kind === "certificate"
    ? object
    : certificates.sort((a, b) => endOf(b) - endOf(a))[0];
  const chain = certificate ? chainFrom(relations, certificate.id) : [];
  const request = group.find((member) => member.kind === "request");
  const privateKey = group.find((member) =>
    member.kind === "private-key" && member.privateKey !== null
  );
  const name = nameOf(certificate ?? request ?? object);
  const pems = chain.map((id) => pemOf(collection.get(id)));
  const last = collection.get(chain[chain.length - 1] ?? -1);
  const endsAtRoot = chain.length > 1 && last?.kind === "certificate" &&
    last.certificate?.isSelfIssued === true;
  return {
    name,
    certificate: certificate?.id ?? null,
    chain,
    privateKey: privateKey?.id ?? null,
    request: request?.id ?? null,
    chainPem: pems.join(""),
    bundlePem: (endsAtRoot ? pems.slice(0, -1) : pems).join(""),
    certificatePem: pems[0] ?? "",
    requestPem: pemOf(request),
    bundleName: `${fileBaseName(name, "certificate")}_chain.pem.txt`,
  };
}

function endOf(object: InspectedObject): number {
  return object.kind === "certificate" ? object.certificate?.notAfter ?? 0 : 0;
}

function pemOf(object: InspectedObject | undefined): string {
  if (object?.kind === "certificate") return writePem("CERTIFICATE", object.bytes);
  if (object?.kind === "request") return writePem("CERTIFICATE REQUEST", object.bytes);
  return "";
}

/** The object, and all that bear the same key. */
function keyGroup(
  collection: Collection,
  { links }: Relations,
  object: InspectedObject,
): InspectedObject[] {
  const ids = new Set([object.id]);
  const hubs = new Set<number>();
  for (const { kind, from, to } of links) {
    if (kind === "key" && (from === object.id || to === object.id)) hubs.add(from);
  }
  for (const { kind, from, to } of links) {
    if (kind !== "key" || !hubs.has(from)) continue;
    ids.add(from);
    ids.add(to);
  }
  return [...ids].map((id) => collection.get(id)!).filter(Boolean);
}

/** The certificates from this one upwards that are here. */
function chainFrom({ chains, links }: Relations, id: number): number[] {
  for (const { certificates } of chains) {
    const at = certificates.findIndex((member) => member.id === id);
    if (at === -1) continue;
    return certificates.slice(at).flatMap((member) => member.id === null ? [] : [member.id]);
  }
  // A chain that was not built: one proven issuer after the other.
  const chain = [id];
  for (;;) {
    const next = links.find(({ kind, to, holds }) =>
      kind === "issuer" && holds === true && to === chain[chain.length - 1]
    );
    if (!next || chain.includes(next.from)) return chain;
    chain.push(next.from);
  }
}
