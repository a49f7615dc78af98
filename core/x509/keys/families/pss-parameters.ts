/** Parameters of RSASSA-PSS, of signatures and of keys that are restricted to it (RFC 4055, 3.1). */
import { constructed, type Der, TAG } from "../../asn1/der.ts";
import { DIGESTS, intern } from "../../asn1/oids.ts";
import {
  type AlgorithmIdentifier,
  checkParameters,
  readAlgorithmIdentifier,
} from "../algorithm-identifiers.ts";

const MGF1 = "1.2.840.113549.1.1.8";
intern([MGF1]);

/** RSASSA-PSS-params (RFC 4055, 3.1) with the defaults filled in. */
export interface PssParameters {
  readonly hash: string;
  /** Hash of the mask generation function; null when that is not MGF1. */
  readonly mgfHash: string | null;
  readonly saltLength: number;
  readonly trailerField: number;
}

/** RSASSA-PSS with SHAKE (RFC 8692; RFC 8702, 3.2.1): the identifier tells everything. */
export const shakePssParameters = (hash: string): PssParameters => ({
  hash,
  mgfHash: hash,
  saltLength: hash === "SHAKE128" ? 32 : 64,
  trailerField: 1,
});

/** Reads the parameters of an id-RSASSA-PSS signature; absent ones mean all defaults. */
export function readPssParameters(der: Der, algorithm: AlgorithmIdentifier): PssParameters {
  let hash = "SHA-1";
  let mgfHash: string | null = "SHA-1";
  let saltLength = 20;
  let trailerField = 1;
  let at = algorithm.parametersStart;
  if (at !== null) {
    der.expect(at, algorithm.end, TAG.SEQUENCE, "PSS PARAMETERS");
    at = der.body;
    const end = der.end;
    if (der.optional(at, end, constructed(0))) {
      at = der.end;
      hash = readHash(der, der.body, der.end);
    }
    if (der.optional(at, end, constructed(1))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.SEQUENCE, "MASK GENERATION");
      const mask = readAlgorithmIdentifier(der);
      mgfHash = mask.oid === MGF1 && mask.parametersStart !== null
        ? readHash(der, mask.parametersStart, mask.end)
        : null;
    }
    if (der.optional(at, end, constructed(2))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.INTEGER, "SALT LENGTH");
      saltLength = der.smallInteger() ?? -1;
    }
    if (der.optional(at, end, constructed(3))) {
      at = der.end;
      der.expect(der.body, der.end, TAG.INTEGER, "TRAILER FIELD");
      trailerField = der.smallInteger() ?? -1;
    }
    der.finish(at, end, "PSS PARAMETERS");
  }
  return { hash, mgfHash, saltLength, trailerField };
}

function readHash(der: Der, at: number, limit: number): string {
  der.expect(at, limit, TAG.SEQUENCE, "HASH ALGORITHM");
  const algorithm = readAlgorithmIdentifier(der);
  const hash = DIGESTS.get(algorithm.oid);
  if (hash !== undefined) checkParameters(der, algorithm, "either");
  return hash ?? algorithm.oid;
}
