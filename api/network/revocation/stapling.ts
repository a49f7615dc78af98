/** Finds the stapled OCSP response for the certificate that clients see, and judges it. */
import type { ChainResponse } from "../../../core/chain/contract.ts";
import type { Budget } from "../../../core/kernel/context.ts";
import { equalOctets } from "../../../core/kernel/octets.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { EXTENSION } from "../../../core/x509/objects/extensions/identifiers.ts";
import {
  addMaterial,
  noMaterial,
  type RevocationMaterial,
  revocationOf,
} from "../../../core/x509/revocation/material.ts";
import type { FurtherReading } from "../tls/further-readings.ts";
import type { PresentedChain } from "../tls/presented-chain.ts";

/** Whether the certificate requires a stapled response (RFC 7633). */
export const mustStaple = (leaf: Certificate | null): boolean =>
  leaf?.extension(EXTENSION.tlsFeature)?.value?.includes("status_request") ?? false;

/** The readings of the first address with the same end entity whose stapled response is visible. */
function ofSameLeaf(
  { address, certificates: [leaf] }: PresentedChain,
  further: readonly FurtherReading[],
) {
  return further.filter((reading) =>
    reading.address === address && (reading.asked === "RSA" || reading.asked === "ECDSA") &&
    reading.certificates?.[0] !== undefined && equalOctets(reading.certificates[0], leaf)
  );
}

/** Whether a response was stapled; null if no reading can tell. */
export function isStapled(
  presented: PresentedChain,
  further: readonly FurtherReading[],
): boolean | null {
  const [same] = ofSameLeaf(presented, further);
  return same ? same.ocspResponse !== null : presented.ocspStapled;
}

/** The response for the certificate of the first address; null if none was seen. */
export const stapleOf = (presented: PresentedChain, further: readonly FurtherReading[]) =>
  presented.ocspResponse ?? ofSameLeaf(presented, further)[0]?.ocspResponse ?? null;

/**
 * The SCT list of the handshake, for the certificate of the first address; null if the server sends none;
 * "not seen" if no reading can tell, as under TLS 1.3.
 */
export function deliveredTimestamps(
  presented: PresentedChain,
  further: readonly FurtherReading[],
): Uint8Array<ArrayBuffer> | null | "not seen" {
  const seen = [presented, ...ofSameLeaf(presented, further)].filter(({ clear }) => clear !== null);
  if (seen.length === 0) return "not seen";
  return seen.find(({ timestamps }) => timestamps !== null)?.timestamps ?? null;
}

/** The SCT list in the answer of a stapled response; null if there is none. */
export async function stapledTimestamps(
  response: Uint8Array<ArrayBuffer> | null,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { responses } = await stapledMaterial(response, budget);
  return responses.flatMap(({ basic }) => basic?.answers ?? [])
    .find(({ timestamps }) => timestamps !== null)?.timestamps ?? null;
}

/** Reads a stapled response as revocation material. A malformed response is ignored. */
export async function stapledMaterial(
  response: Uint8Array<ArrayBuffer> | null,
  budget: Budget,
): Promise<RevocationMaterial> {
  const material = noMaterial();
  if (response === null) return material;
  try {
    await addMaterial(material, "ocsp-response", response, budget);
  } catch (fault) {
    if (!(fault instanceof DerError)) throw fault;
  }
  return material;
}

/**
 * Why the stapled response does not cover the end entity. Null if it does, if there is no response,
 * and if the issuer is not proven.
 */
export async function stapleProblem(
  response: Uint8Array<ArrayBuffer> | null,
  [leaf, issuer]: ChainResponse["chain"],
  { now, budget }: { now: number; budget: Budget },
): Promise<string | null> {
  if (response === null || leaf.signedByNext !== true) return null;
  const material = await stapledMaterial(response, budget);
  if (material.responses.length === 0) return "The OCSP response cannot be read";
  const read = (pem: string) => readCertificate(readPem(pem)[0].bytes!, budget);
  const { problem } = await revocationOf(material, {
    certificate: read(leaf.certificate),
    issuer: read(issuer.certificate),
    now,
    budget,
  });
  return problem;
}
