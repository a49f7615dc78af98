/**
 * CRLs and OCSP responses among files: read, described, and joined with the certificates that they
 * revoke.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { chainAnalyze } from "../../../core/chain/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { createInspection } from "../../../core/inspect/session.ts";
import type {
  InspectMethods,
  Json,
  ObjectDetails,
  RelateMessage,
} from "../../../core/inspect/session-contract.ts";
import type { InspectedFile } from "../../../core/inspect/find.ts";
import type { InspectedVerdict, ObjectRow } from "../../../core/inspect/contract.ts";
import { resultsOf } from "./support.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { bytesOf, now, pathOf } from "../x509/revocation/support.ts";

const inspected = (...names: string[]) =>
  inspectedFiles(names.map((name) => ({ name, bytes: bytesOf(name) })));

async function inspectedFiles(files: InspectedFile[]) {
  const session = createInspection();
  const call = async <Name extends keyof InspectMethods>(
    name: Name,
    input: InspectMethods[Name]["input"],
    emit: (message: never) => unknown = () => {},
  ) =>
    await session.get(name)!(
      input as never,
      (message) => Promise.resolve(emit(message as never)),
    ) as InspectMethods[Name]["output"];
  const found: Json<ObjectRow[]>[] = [];
  await call("add", { files }, (message) => found.push(message));
  const judged: RelateMessage[] = [];
  const { verdict, skipped } = await call("relate", { now }, (message) => judged.push(message));
  const { rows: judgedRows, links } = resultsOf(found, judged);
  const all = [...judgedRows.values()];
  const rows = new Map(all.map((row) => [row.places[0].file, row]));
  const details = (name: string): Promise<ObjectDetails> =>
    call("details", { id: rows.get(name)!.id });
  /** "ca.pem signed complete.crl" */
  const fileOf = (id: number) => all.find((row) => row.id === id)!.places[0].file;
  const signed = links.flatMap(({ kind, from, to, holds }) =>
    kind === "issuer"
      ? [`${fileOf(from)} ${holds ? "signed" : "may have signed"} ${fileOf(to)}`]
      : []
  );
  return { rows, signed, kinds: all.map(({ kind }) => kind), verdict, skipped, details, call };
}

const codes = ({ statements }: InspectedVerdict) => statements.map(({ code }) => code);

describe("revocation among files", () => {
  it("reads a CRL in a PKCS#7 bundle", needs("openssl"), async () => {
    const { stdout } = await runProgram("openssl", [
      "crl2pkcs7",
      ...["-in", pathOf("complete.crl"), "-certfile", pathOf("revoked.pem")],
      ...["-certfile", pathOf("ca.pem")],
    ]);
    const bytes = new TextEncoder().encode(stdout);
    const { verdict, skipped, kinds } = await inspectedFiles([{ name: "all.p7b", bytes }]);
    assert.deepEqual(kinds, ["pkcs7", "certificate", "certificate", "crl"]);
    assert(codes(verdict).includes("revoked"), codes(verdict).join());
    assert.deepEqual(skipped, []);
  });

  it("links a CRL to the certificate whose key signed it, not to another of this name", async () => {
    const { signed } = await inspected("impostor.pem", "ca.pem", "complete.crl", "impostor.crl");
    assert.deepEqual(
      signed.filter((text) => text.endsWith(".crl")).sort(),
      ["ca.pem signed complete.crl", "impostor.pem signed impostor.crl"],
    );
  });

  for (const source of ["complete.crl", "revoked.ocsp"]) {
    it(`finds a certificate revoked by ${source}`, async () => {
      const { rows, verdict } = await inspected("revoked.pem", "ca.pem", source);
      const row = rows.get("revoked.pem")!;
      assert.equal(row.revocation!.status, "revoked");
      const found = row.findings.find(({ code }) => code === "revoked")!;
      assert.equal(found.message, "It was revoked on 1 Nov 2026, 12:00:00 UTC (key compromise).");
      assert.equal(verdict.outcome, "bad");
      assert(codes(verdict).includes("revoked"), codes(verdict).join());
      assert(!codes(verdict).includes("revocation_not_checked"));
    });
  }

  it("names the source of a good status", async () => {
    const { rows, verdict } = await inspected("good.pem", "ca.pem", "complete.crl");
    assert.equal(rows.get("good.pem")!.revocation!.status, "good");
    assert(codes(verdict).includes("not_revoked"), codes(verdict).join());
  });

  it("has no status for certificates of other issuers, or without the issuer", async () => {
    const cases = [
      { files: ["good.pem", "ca.pem", "other.crl"], code: "status_about_others" },
      { files: ["revoked.pem", "complete.crl"], code: "crl_without_issuer" },
    ];
    for (const { files, code } of cases) {
      const { rows, verdict } = await inspected(...files);
      assert.equal(rows.get(files[0])!.revocation, undefined);
      assert(codes(verdict).includes("revocation_not_checked"), codes(verdict).join());
      assert(codes(verdict).includes(code), codes(verdict).join());
    }
  });

  it("reports an unusable CRL of the issuer, and ignores its entries", async () => {
    const { rows, verdict } = await inspected("revoked.pem", "ca.pem", "impostor.crl");
    assert.equal(rows.get("revoked.pem")!.revocation!.status, "unknown");
    assert(codes(verdict).includes("revocation_status_unknown"));
  });

  it("begins with an expired CRL, and recognises its issuer", async () => {
    const sets = [["expired.crl"], ["expired.crl", "ca.pem"], [
      "good.pem",
      "ca.pem",
      "expired.crl",
    ]];
    for (const set of sets) {
      const { rows, verdict } = await inspected(...set);
      const [first] = verdict.statements;
      assert.deepEqual([first.outcome, first.code], ["bad", "crl_expired"]);
      assert.deepEqual(rows.get("expired.crl")!.findings.map(({ severity }) => severity), [
        "error",
      ]);
      assert(!codes(verdict).includes("status_about_others"));
    }
  });

  it("begins with a revocation, also by an expired CRL, as the chain analyzer does", async () => {
    const { verdict } = await inspected("revoked.pem", "ca.pem", "expired.crl");
    const [first, ...rest] = verdict.statements;
    assert.equal(first.code, "revoked");
    assert(rest.some(({ code }) => code === "crl_expired"));
    const text = (name: string) => new TextDecoder().decode(bytesOf(name));
    const certificate = ["revoked.pem", "ca.pem", "expired.crl"].map(text).join("\n");
    const outcome = await execute(
      operations,
      "chain/analyze",
      { certificate },
      createContext({ now }),
    );
    assert(outcome.ok);
    const chain = outcome.value as OutputOf<typeof chainAnalyze>;
    assert.equal(chain.verdict.statements[0].code, first.code);
    assert.equal(chain.verdict.title, verdict.title);
  });

  it("calls it an error if an authority used a serial number twice", async () => {
    const again = await inspected("good.pem", "ca.pem");
    assert(!codes(again.verdict).includes("serial_reused"));
    const pems = await Promise.all(["one", "two"].map(async (name) => {
      const folder = await Deno.makeTempDir();
      try {
        const { code } = await runProgram("openssl", [
          ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
          ...["-keyout", `${folder}/key`, "-out", `${folder}/pem`, "-subj", "/CN=My CA"],
          ...["-set_serial", "1"],
        ]);
        assert.equal(code, 0);
        return { name: `${name}.pem`, bytes: await Deno.readFile(`${folder}/pem`) };
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    }));
    const { rows, verdict } = await inspectedFiles(pems);
    assert.equal(verdict.statements[0].code, "serial_reused");
    for (const { findings } of rows.values()) {
      assert(
        findings.some(({ code, severity }) => code === "serial_reused" && severity === "error"),
      );
    }
  });

  it("returns a CRL with its entries in slices, and searches them", async () => {
    const { rows, details, call } = await inspected("complete.crl");
    const { crl, pem } = await details("complete.crl");
    assert.equal(rows.get("complete.crl")!.name, "Example CA");
    assert.deepEqual(
      [crl!.issuer, crl!.number, crl!.entries, crl!.unusable],
      ["CN=Example CA,O=Example", "10", 3, null],
    );
    assert.match(pem!, /^-----BEGIN X509 CRL-----/);
    const { id } = rows.get("complete.crl")!;
    const serials = async (search: string, from = 0) =>
      (await call("crlEntries", { id, from, search })).entries.map(({ serialNumber }) =>
        serialNumber
      );
    assert.deepEqual(await serials(""), ["1002", "1003", "1006"]);
    assert.deepEqual(await serials("", 1), ["1003", "1006"]);
    assert.deepEqual(await serials("10:03"), ["1003"]);
    assert.deepEqual(await serials("keycomp"), ["1002"]);
    assert.deepEqual(await serials("ffff"), []);
  });

  it("returns an OCSP response with its answers, and one with an error", async () => {
    const { details } = await inspected("held.ocsp", "refused.ocsp");
    const { ocsp } = await details("held.ocsp");
    assert.deepEqual([ocsp!.status, ocsp!.responder], ["successful", "CN=Example OCSP"]);
    const [{ serialNumber, status, reason, revokedAt }] = ocsp!.answers;
    assert.deepEqual([serialNumber, status, reason, revokedAt], [
      "1003",
      "revoked",
      "certificateHold",
      "2026-11-01T12:00:00Z",
    ]);
    assert.equal((await details("refused.ocsp")).ocsp!.status, "unauthorized");
  });

  it("does not say that an error of a responder is about other certificates", async () => {
    const { verdict } = await inspected("good.pem", "ca.pem", "refused.ocsp");
    const found = verdict.statements.find(({ code }) => code === "status_about_others");
    assert.match(found!.text, /^The OCSP response says nothing about these certificates/);
  });
});
