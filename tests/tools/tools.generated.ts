// Written by `deno task generated` from core/tools.ts and the tools' folders.

import { page as csr, parity as csrParity } from "./csr.ts";
import { page as csrDecoder } from "./csr-decoder.ts";
import { page as chain, parity as chainParity } from "./chain.ts";
import { page as match, parity as matchParity } from "./match.ts";
import { page as pfx, parity as pfxParity } from "./pfx.ts";
import { page as caa, parity as caaParity } from "./caa.ts";
import { page as password } from "./password.ts";
import { page as inspect, parity as inspectParity } from "./inspect.ts";
import { page as certificate, parity as certificateParity } from "./certificate.ts";
import { parity as keyParity } from "./key.ts";
import { parity as crlParity } from "./crl.ts";
import { parity as bundleParity } from "./bundle.ts";
import type { PageTests, ParityTests } from "./suite-parts.ts";

/** Tests of pages, by the tool's name. */
export const pageTests: Readonly<Record<string, PageTests>> = {
  "csr": csr,
  "csr-decoder": csrDecoder,
  "chain": chain,
  "match": match,
  "pfx": pfx,
  "caa": caa,
  "password": password,
  "inspect": inspect,
  "certificate": certificate,
};

/** Inputs to compare, for each operation that runs on the device and on the API. */
export const parityTests: ParityTests = {
  "csr/generate": csrParity["csr/generate"],
  "csr/prefill": csrParity["csr/prefill"],
  "csr/decode": csrParity["csr/decode"],
  "chain/analyze": chainParity["chain/analyze"],
  "match/verify": matchParity["match/verify"],
  "pfx/convert": pfxParity["pfx/convert"],
  "pfx/open": pfxParity["pfx/open"],
  "caa/generate": caaParity["caa/generate"],
  "caa/validate": caaParity["caa/validate"],
  "caa/check": caaParity["caa/check"],
  "inspect": inspectParity["inspect"],
  "certificate/generate": certificateParity["certificate/generate"],
  "certificate/convert": certificateParity["certificate/convert"],
  "certificate/lint": certificateParity["certificate/lint"],
  "certificate/read-again": certificateParity["certificate/read-again"],
  "certificate/diff": certificateParity["certificate/diff"],
  "key/convert": keyParity["key/convert"],
  "crl/generate": crlParity["crl/generate"],
  "bundle/make": bundleParity["bundle/make"],
};
