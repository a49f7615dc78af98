/** Reads the samples in tests/fixtures/revocation for the revocation tests. */
import { Budget } from "../../../../core/kernel/context.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { readCertificate } from "../../../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../../../core/x509/pem/pem.ts";
import { readCrl } from "../../../../core/x509/revocation/crl.ts";
import { readOcspResponse } from "../../../../core/x509/revocation/ocsp-response.ts";
import type { RevocationInputs } from "../../../../core/x509/revocation/verdict.ts";

const folder = new URL("../../../fixtures/revocation/", import.meta.url);

export const pathOf = (file: string): string => new URL(file, folder).pathname;
export const bytesOf = (file: string) => Deno.readFileSync(new URL(file, folder));

const pemBytes = (file: string) => readPem(Deno.readTextFileSync(new URL(file, folder)))[0].bytes!;

export const certificate = (name: string): Certificate =>
  readCertificate(pemBytes(`${name}.pem`), new Budget());

export const crlBytes = (name: string) => pemBytes(`${name}.crl`);
export const crl = (name: string) => readCrl(crlBytes(name), new Budget());
export const ocsp = (name: string) => readOcspResponse(bytesOf(`${name}.ocsp`), new Budget());

/** The first whole second after the samples were made. */
export const now = crl("complete").thisUpdate + 60_000;

export const inputs = (leaf: string, issuer: string, at = now): RevocationInputs => ({
  certificate: certificate(leaf),
  issuer: certificate(issuer),
  now: at,
  budget: new Budget(),
});
