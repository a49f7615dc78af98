/** A certificate or CSR and its key in one ZIP. */
import { certificateConvert } from "../../../../core/certificate/contract.ts";
import { portableName } from "../../../../core/file-names.ts";
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import { named } from "../../../../core/kernel/formatting.ts";
import { keyConvert } from "../../../../core/key/contract.ts";
import type { MatchResponse, matchVerify } from "../../../../core/match/contract.ts";
import { type Archive, archiveOf, SECRET } from "../../page/archive.ts";
import { run } from "../../run/run.ts";

/**
 * Writes what was compared as PEM files, on this device. An encrypted key stays as it is. Returns the message of
 * a failure. `now`: the time of the files, in milliseconds since 1970.
 */
export async function bundleOf(
  { certificate, request, privateKey }: MatchResponse,
  given: RequestOf<typeof matchVerify>,
  now: number,
): Promise<Archive | string> {
  const commonName = (certificate ?? request)?.subject.commonName ?? "";
  const base = portableName(commonName, "certificate");
  let own = given.certificate ?? "";
  if (certificate) {
    const chain = await run(
      certificateConvert,
      { certificate: own, format: "chain" },
      { prefer: "device" },
    );
    if (!chain.ok) return chain.error.message;
    own = chain.value.content;
  }
  let key = given.privateKey ?? "";
  if (!privateKey.encrypted) {
    const open = await run(keyConvert, { privateKey: key }, { prefer: "device" });
    if (!open.ok) return open.error.message;
    key = open.value.content;
  }
  return archiveOf(base, `${certificate ? "Certificate" : "CSR"} for ${named(commonName)}.`, [
    {
      path: certificate ? `${base}_chain.pem` : `${base}.csr`,
      content: own,
      what: certificate
        ? "The certificates, in the order in which you entered them."
        : "The CSR. Send it to your certificate provider.",
    },
    {
      path: `${SECRET}/${base}.key`,
      content: key,
      what: privateKey.encrypted
        ? "The private key, encrypted with its passphrase."
        : "The private key, not encrypted.",
      secret: true,
    },
  ], now);
}
