/** Public keys of OpenSSH (RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4) as SubjectPublicKeyInfo. */
import { type Curve, curveOf } from "../families/curves.ts";
import { DSA } from "../key-algorithms.ts";
import { dsaPublicInfo, ecPublicInfo, octetPublicInfo, rsaPublicInfo } from "./from-numbers.ts";
import { MalformedKey } from "./malformed-key.ts";
import { SshFields } from "./ssh-fields.ts";

const ED25519 = "1.3.101.112";
const CURVES: ReadonlyMap<string, string> = new Map([
  ["nistp256", "P-256"],
  ["nistp384", "P-384"],
  ["nistp521", "P-521"],
]);

/**
 * SubjectPublicKeyInfo. Throws MalformedKey, also for types other than RSA, ECDSA, Ed25519 and DSA.
 */
export function opensshPublicKeyInfo(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const fields = new SshFields(bytes);
  const info = readInfo(fields, fields.name());
  if (fields.rest().length > 0) throw new MalformedKey("THERE ARE BYTES AFTER THE KEY");
  return info;
}

function readInfo(fields: SshFields, type: string): Uint8Array<ArrayBuffer> {
  switch (type) {
    case "ssh-rsa": {
      const exponent = fields.number();
      return rsaPublicInfo(fields.number(), exponent);
    }
    case "ssh-ed25519":
      return octetPublicInfo(ED25519, fields.string());
    case "ssh-dss":
      return dsaPublicInfo(DSA, [0, 1, 2, 3].map(() => fields.number()));
    default: {
      const curve = readSshCurve(fields, type);
      return ecPublicInfo(curve, fields.string());
    }
  }
}

/** The curve of a type's name, which follows it once more. Throws MalformedKey. */
export function readSshCurve(fields: SshFields, type: string): Curve {
  const curve = curveOf(CURVES.get(type.replace(/^ecdsa-sha2-/, "")) ?? null);
  if (!curve || !type.startsWith("ecdsa-sha2-")) throw new MalformedKey(otherType(type));
  if (`ecdsa-sha2-${fields.name()}` !== type) {
    throw new MalformedKey("IT NAMES TWO DIFFERENT CURVES");
  }
  return curve;
}

/** What other known types are. A type that is not known is not quoted: it may be any text. */
function otherType(type: string): string {
  if (type.includes("-cert-v0")) return "IT IS A CERTIFICATE OF OPENSSH, NOT A KEY";
  if (type.startsWith("sk-")) return "ITS PRIVATE PART IS IN A SECURITY KEY (FIDO)";
  return "ITS TYPE IS NOT RSA, ECDSA, ED25519 OR DSA";
}
