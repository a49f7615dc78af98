/** Whether the CAA records of a host allow the authority of the certificate that it presents. */
import { agreementOf } from "../../core/caa/agreement.ts";
import { policyOf } from "../../core/caa/effective.ts";
import type { CaaAgreement, ChainResponse } from "../../core/chain/contract.ts";
import { type CaaAccess, climbWith } from "./caa-lookup.ts";

/** Null where the certificate is not of a public authority: nobody else looks at these records. */
export async function caaAgreement(
  hostname: string,
  { certificate, validation }: Pick<ChainResponse, "certificate" | "validation">,
  access: CaaAccess,
  signal: AbortSignal,
): Promise<CaaAgreement | null> {
  if (!validation.trusted) return null;
  const names = certificate.extensions.subjectAltName.map(({ value }) => value.toLowerCase());
  const isNamed = names.includes(hostname);
  // A wildcard is asked for at the name that it is under.
  const name = isNamed ? hostname : hostname.slice(hostname.indexOf(".") + 1);
  const unknown = (message: string): CaaAgreement => ({ status: "unknown", message });
  const found = await climbWith(access, name, signal);
  if (found === null) return unknown("DNS was not asked: the name is not a public one.");
  const { looked, records } = found;
  if (looked.status === "failure") {
    return unknown(`DNS could not be asked. ${looked.explanation[0]}`);
  }
  if (looked.status === "none") {
    return { status: "allowed", message: "No CAA record is published: any authority may issue." };
  }
  const { organizationName, raw } = certificate.issuer;
  return agreementOf(
    policyOf(records),
    looked.foundAt!,
    organizationName ?? raw,
    isNamed ? "tls" : "wildcard",
  );
}
