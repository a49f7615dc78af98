/** Stapled OCSP responses: which one belongs to the certificate that clients are shown. */
import type { Given } from "../../core/chain/analyze.ts";
import type { Budget } from "../../core/kernel/context.ts";
import { equalOctets } from "../../core/kernel/octets.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import { EXTENSION } from "../../core/x509/objects/extensions/identifiers.ts";
import {
  addMaterial,
  noMaterial,
  type RevocationMaterial,
} from "../../core/x509/revocation/material.ts";
import type { FurtherReading } from "./further-readings.ts";
import type { PresentedChain } from "./presented-chain.ts";

/** Whether the end entity may be presented only with a stapled response (RFC 7633). */
export function mustStaple(given: readonly Given[]): boolean {
  const leaf = given.find(({ position }) => position === 0);
  return leaf?.certificate.extension(EXTENSION.tlsFeature)?.value?.includes("status_request") ??
    false;
}

/** The readings of the first address that show the same end entity and would show a response. */
function ofSameLeaf(
  { address, certificates: [leaf] }: PresentedChain,
  further: readonly FurtherReading[],
) {
  return further.filter((reading) =>
    reading.address === address && (reading.asked === "RSA" || reading.asked === "ECDSA") &&
    reading.certificates?.[0] !== undefined && equalOctets(reading.certificates[0], leaf)
  );
}

/** Whether a response was stapled; null where no reading would show it. */
export function isStapled(
  presented: PresentedChain,
  further: readonly FurtherReading[],
): boolean | null {
  const [same] = ofSameLeaf(presented, further);
  return same ? same.ocspResponse !== null : presented.ocspStapled;
}

/** The response as material for the analysis; what cannot be read is left out. */
export async function stapledMaterial(
  presented: PresentedChain,
  further: readonly FurtherReading[],
  budget: Budget,
): Promise<RevocationMaterial> {
  const material = noMaterial();
  const [same] = ofSameLeaf(presented, further);
  if (!same?.ocspResponse) return material;
  try {
    await addMaterial(material, "ocsp-response", same.ocspResponse, budget);
  } catch (fault) {
    if (!(fault instanceof DerError)) throw fault;
  }
  return material;
}
