/** EC private keys (RFC 5915, 3). */
import type { Budget } from "../../../kernel/context.ts";
import { constructed, type Der, TAG } from "../../asn1/der.ts";
import { CURVES, readOid } from "../../asn1/oids.ts";
import type { PublicKey } from "../../shapes.ts";
import * as X509_TEXT from "../../texts.ts";
import { type KeyNumbers } from "../comparable-keys.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import type { KeyParts } from "../containers/key-parts.ts";
import { ecPrivateKey } from "../containers/sec1.ts";
import { inconsistent, unreadable } from "../private-key-errors.ts";
import {
  type Curve,
  CURVE_TIME,
  curveOf,
  ecAlgorithm,
  explicitCurve,
  isPrivateNumber,
} from "./curves.ts";
import { EXPLICIT_CURVE } from "./ec-public-keys.ts";
import { exportPublicPart } from "./engine.ts";
import { cannotCheck, type PrivateNumbers } from "./private-numbers.ts";
import { withoutZeros } from "./rsa-public-keys.ts";

/** What is known of the curve of a key file. */
interface NamedCurve {
  key: PublicKey;
  /** Undefined for a curve that keys are not checked on. */
  curve: Curve | undefined;
  parameters: Uint8Array | null;
}

/**
 * ECPrivateKey ::= SEQUENCE { version, privateKey OCTET STRING, [0] parameters, [1] publicKey }.
 * On the curves of curve-list.ts the public point is worked out from the private number and compared
 * with the one in the file, which may be absent.
 */
export async function readEcPrivateKey(der: Der, parts: KeyParts): Promise<PrivateNumbers> {
  der.expect(parts.start, parts.end, TAG.SEQUENCE, "EC KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  der.expect(der.end, end, TAG.OCTET_STRING, "PRIVATE NUMBER");
  const number = withoutZeros(der.content());
  let at = der.end;
  const curves: NamedCurve[] = [];
  if (parts.parameters) curves.push(readCurve(parts.parameters));
  if (der.optional(at, end, constructed(0))) {
    at = der.end;
    curves.push(readCurve({ der, start: der.body, end: at }));
  }
  let point: Uint8Array<ArrayBuffer> | null = null;
  if (der.optional(at, end, constructed(1))) {
    der.expect(der.body, der.end, TAG.BIT_STRING, "PUBLIC POINT");
    der.bitString();
    point = der.bytes.slice(der.body + 1, der.end);
  }
  if (curves.length === 0) throw unreadable("ITS CURVE IS NOT NAMED ANYWHERE");
  const { key, curve, parameters } = curves[0];
  if (curves.some((other) => other.key.curve !== key.curve)) {
    throw inconsistent("IT NAMES TWO DIFFERENT CURVES");
  }
  if (!curve) {
    const numbers: KeyNumbers | null = point &&
      { kind: "point", point, parameters: parameters?.slice() ?? null };
    return { publicKey: { key, numbers }, unchecked: cannotCheck(key) };
  }
  if (!isPrivateNumber(number, curve)) {
    throw inconsistent("ITS PRIVATE NUMBER IS OUT OF RANGE FOR ITS CURVE");
  }
  const found = await publicPointOf(curve, number, der.budget);
  if (point !== null && !samePoint(point, found, curve)) throw inconsistent(X509_TEXT.keyNoPair);
  return {
    publicKey: { key, numbers: { kind: "point", point: found, parameters: null } },
    unchecked: null,
    algorithm: ecAlgorithm(curve),
    inner: ecPrivateKey(curve.octets, number, found),
  };
}

/** A curve by its name or by its parameters. */
function readCurve({ der, start, end }: NonNullable<KeyParts["parameters"]>): NamedCurve {
  der.next(start, end);
  if (der.tag === TAG.OID) {
    const oid = readOid(der.bytes, der.body, der.end);
    const named = CURVES.get(oid);
    const key: PublicKey = {
      algorithm: "EC",
      bits: named?.bits ?? null,
      curve: named?.name ?? oid,
    };
    return { key, curve: curveOf(named?.name ?? null), parameters: null };
  }
  const parameters = der.bytes.subarray(start, der.end);
  const curve = explicitCurve(der, start, end);
  const bits = curve ? (curve.name === "P-521" ? 521 : curve.octets * 8) : null;
  const key: PublicKey = { algorithm: "EC", bits, curve: curve?.name ?? EXPLICIT_CURVE };
  return { key, curve, parameters };
}

/**
 * The uncompressed public point of a private number, by the engine where it imports a key without its
 * public part, which Firefox does not, else by the library.
 */
async function publicPointOf(
  curve: Curve,
  number: Uint8Array,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  budget.spend("work", CURVE_TIME.get(curve.name)!);
  const parameters = { name: "ECDSA", namedCurve: curve.name };
  const inner = ecPrivateKey(curve.octets, number, null);
  const found = await exportPublicPart(ecAlgorithm(curve), inner, parameters, ["sign"]);
  if (!found?.y) return (await import("./points.ts")).publicPoint(number, curve);
  const point = new Uint8Array(1 + 2 * curve.octets);
  point[0] = 4;
  point.set(found.x, 1);
  point.set(found.y, 1 + curve.octets);
  return point;
}

function samePoint(given: Uint8Array, computed: Uint8Array, { octets }: Curve): boolean {
  if (given[0] === 4) return equalOctets(given, computed);
  const isOdd = computed[computed.length - 1] & 1;
  const isCompressed = given[0] === 2 + isOdd && given.length === 1 + octets;
  // 06 and 07 are the hybrid form: both coordinates, and the parity as well.
  const isHybrid = given[0] === 6 + isOdd && given.length === computed.length;
  return (isCompressed || isHybrid) &&
    equalOctets(given.subarray(1), computed.subarray(1, given.length));
}
