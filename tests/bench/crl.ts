/**
 * Looking a certificate up in CRLs, from their bytes to the verdict. A CRL of 3,000 entries is
 * compared with two libraries, which create an object for each entry and cannot read much longer
 * CRLs; one of 200,000 entries with the openssl program.
 */
import "reflect-metadata";
import { X509Crl } from "@peculiar/x509";
import { CertificateRevocationList, Time } from "pkijs";
import { Budget } from "../../core/kernel/context.ts";
import { readCrl } from "../../core/x509/revocation/crl.ts";
import { findEntries, statusByCrls } from "../../core/x509/revocation/crl-status.ts";
import { ca, certificate, entry, inputs, listBytes, now } from "../core/x509/revocation/maker.ts";
import type { Section } from "./harness.ts";

/** Serial numbers of 16 octets, as public CAs use them. */
function serialOf(index: number): Uint8Array<ArrayBuffer> {
  const serial = new Uint8Array(16).fill(0x5a);
  new DataView(serial.buffer).setUint32(4, index * 2_654_435_761 >>> 0);
  return serial;
}

function listOf(count: number): Uint8Array<ArrayBuffer> {
  const each = Array.from({ length: count }, (_, index) => entry(serialOf(index)));
  const all = new Uint8Array(count * each[0].length);
  each.forEach((bytes, index) => all.set(bytes, index * bytes.length));
  return listBytes({ entries: [all] });
}

const SOME = 3000;
const some = listOf(SOME);
const many = listOf(200_000);
/** The last of some. */
const wanted = {
  serial: serialOf(SOME - 1),
  issuerKey: readCrl(some, new Budget()).issuerKey,
};
const wantedHex = wanted.serial.toHex();

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const file = (name: string, label: string, bytes: Uint8Array) => {
  const path = `${folder}/${name}.pem`;
  const lines = bytes.toBase64().replaceAll(/.{64}/g, "$&\n");
  Deno.writeTextFileSync(path, `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`);
  return path;
};
const verify = ["verify", "-attime", String(now / 1000), "-partial_chain", "-crl_check"].concat(
  ["-trusted", file("ca", "CERTIFICATE", ca.bytes)],
  ["-CRLfile", file("list", "X509 CRL", many)],
  file("leaf", "CERTIFICATE", certificate.bytes),
);

function mustBe(found: boolean): void {
  if (!found) throw new Error("not as it is");
}

export const section: Section = {
  title: "Revocation lists",
  benches: [
    {
      name: "Find a serial number in a CRL of 3,000 entries",
      ours: {
        name: "ours, reading included",
        run() {
          const budget = new Budget();
          mustBe(findEntries(readCrl(some, budget), [wanted], budget)[0] !== null);
        },
      },
      peers: [
        {
          name: "pkijs",
          run() {
            const { revokedCertificates = [] } = CertificateRevocationList.fromBER(some);
            mustBe(
              revokedCertificates.some(({ userCertificate, revocationDate }) =>
                revocationDate instanceof Time &&
                new Uint8Array(userCertificate.valueBlock.valueHexView).toHex() === wantedHex
              ),
            );
          },
        },
        {
          name: "@peculiar/x509",
          run: () => mustBe(new X509Crl(some).findRevoked(wantedHex) !== null),
        },
      ],
    },
    {
      name: "Revoked or not: a CRL of 200,000 entries, its signature verified (P-256)",
      ours: {
        name: "ours",
        async run() {
          const list = readCrl(many, new Budget());
          mustBe((await statusByCrls([list], inputs())).status === "good");
        },
      },
      peers: [{
        name: "openssl verify -crl_check, its process",
        async run() {
          const command = new Deno.Command("openssl", { args: verify, stdout: "null" });
          mustBe((await command.output()).success);
        },
      }],
    },
  ],
};
