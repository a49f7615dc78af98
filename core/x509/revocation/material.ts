/** Reads CRLs and OCSP responses, and finds the status of a certificate by all of them together. */
import type { Budget } from "../../kernel/context.ts";
import { type Crl, readCrl } from "./crl.ts";
import { statusByCrls } from "./crl-status.ts";
import { type OcspResponse, readOcspResponse } from "./ocsp-response.ts";
import { statusByOcsp } from "./ocsp-status.ts";
import {
  type RankedVerdict,
  type RevocationInputs,
  type RevocationVerdict,
  strongest,
  unknownStatus,
} from "./verdict.ts";

/** CRLs and OCSP responses that can be read, whatever they are about. */
export interface RevocationMaterial {
  readonly crls: Crl[];
  readonly responses: OcspResponse[];
}

/** Empty lists, for `addMaterial`. */
export const noMaterial = (): RevocationMaterial => ({ crls: [], responses: [] });

/** Reads a CRL or an OCSP response and adds it. Throws DerError if it cannot be read. */
export async function addMaterial(
  material: RevocationMaterial,
  kind: "crl" | "ocsp-response",
  bytes: Uint8Array<ArrayBuffer>,
  budget: Budget,
): Promise<void> {
  if (kind === "crl") material.crls.push(readCrl(bytes, budget));
  else material.responses.push(await readOcspResponse(bytes, budget));
}

/** The status of a certificate by all CRLs and responses together; see `strongest`. */
export async function revocationOf(
  { crls, responses }: RevocationMaterial,
  inputs: RevocationInputs,
): Promise<RevocationVerdict> {
  const verdicts: RankedVerdict[] = [];
  for (const response of responses) verdicts.push(await statusByOcsp(response, inputs));
  if (crls.length > 0) verdicts.push(await statusByCrls(crls, inputs));
  const found = strongest(verdicts);
  if (found === null) return unknownStatus("No CRL or OCSP response was given");
  const { closeness: _, ...verdict } = found;
  return verdict;
}
