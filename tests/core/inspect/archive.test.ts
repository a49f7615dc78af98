/** The zip of all objects: each key is next to its certificate, and nowhere else. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createInspection } from "../../../core/inspect/session.ts";
import type { InspectedFile } from "../../../core/inspect/find.ts";
import { callSession } from "../../../core/kernel/execute.ts";
import { AT, folder } from "../../fixtures/inspect/index.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { textFile } from "./support.ts";

const renewal = new Map(folder("renewal").map((file) => [file.name, file]));
/** Fixture files under names that say nothing. */
const files = (...names: string[]): InspectedFile[] =>
  names.map((name, index) => ({ name: `file ${index}`, bytes: renewal.get(name)!.bytes }));

/** Unpacks the zip that an inspection of the files saves, and passes its folder to `look`. */
async function unpacked(
  given: readonly InspectedFile[],
  look: (path: string, entries: string[]) => Promise<void> | void,
  password: string | null = null,
): Promise<void> {
  const session = createInspection();
  const call = async (method: string, input: unknown) => {
    const outcome = await callSession(session, method, input, () => Promise.resolve());
    assert(outcome.ok, JSON.stringify(outcome));
    return outcome.value;
  };
  await call("add", { files: given });
  if (password !== null) await call("unlock", { password, id: null });
  await call("relate", { now: Date.parse(AT) });
  const zip = await call("archive", {}) as Uint8Array<ArrayBuffer>;
  const path = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${path}/all.zip`, zip);
    const tested = await runProgram("unzip", ["-tq", `${path}/all.zip`]);
    assert.equal(tested.code, 0, tested.stderr);
    const python =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.extractall(sys.argv[2]);" +
      " print('\\n'.join(z.namelist()))";
    const { stdout, code, stderr } = await runProgram(
      "python3",
      ["-c", python, `${path}/all.zip`, `${path}/out`],
    );
    assert.equal(code, 0, stderr);
    await look(`${path}/out`, stdout.trim().split("\n").sort());
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

async function publicKey(kind: "x509" | "pkey" | "req", path: string): Promise<string> {
  const options = kind === "pkey" ? ["-pubout"] : ["-noout", "-pubkey"];
  const { stdout, code, stderr } = await runProgram("openssl", [kind, "-in", path, ...options]);
  assert.equal(code, 0, stderr);
  return stdout;
}

describe("the zip", needs("python3", "unzip", "openssl"), () => {
  it("separates an old and a new certificate with one name, each with its own key", async () => {
    const given = files("new.pem", "old.key", "new.csr", "old.pem", "new.key", "intermediate.pem");
    await unpacked(given, async (path, entries) => {
      assert.deepEqual(entries, [
        "README.txt",
        "other/Renewal_Intermediate.crt",
        "shop.example.com until 2026-12-05/shop.example.com.crt",
        "shop.example.com until 2026-12-05/shop.example.com.key",
        "shop.example.com until 2026-12-05/shop.example.com_chain.pem",
        "shop.example.com until 2026-12-05/shop.example.com_fullchain.pem",
        "shop.example.com until 2027-06-08/shop.example.com.crt",
        "shop.example.com until 2027-06-08/shop.example.com.csr",
        "shop.example.com until 2027-06-08/shop.example.com.key",
        "shop.example.com until 2027-06-08/shop.example.com_chain.pem",
        "shop.example.com until 2027-06-08/shop.example.com_fullchain.pem",
      ]);
      const keys = new Set<string>();
      for (const until of ["2026-12-05", "2027-06-08"]) {
        const base = `${path}/shop.example.com until ${until}/shop.example.com`;
        const key = await publicKey("pkey", `${base}.key`);
        assert.equal(await publicKey("x509", `${base}.crt`), key);
        assert.equal(await publicKey("x509", `${base}_fullchain.pem`), key);
        keys.add(key);
        const end = await runProgram("openssl", [
          "x509",
          "-in",
          `${base}.crt`,
          "-noout",
          "-enddate",
          "-dateopt",
          "iso_8601",
        ]);
        assert(end.stdout.includes(until), end.stdout);
      }
      assert.equal(keys.size, 2);
      const base = `${path}/shop.example.com until 2027-06-08/shop.example.com`;
      assert.equal(await publicKey("req", `${base}.csr`), await publicKey("x509", `${base}.crt`));
      assert.equal(
        await Deno.readTextFile(`${base}_fullchain.pem`),
        await Deno.readTextFile(`${base}.crt`) + await Deno.readTextFile(`${base}_chain.pem`),
      );
    });
  });

  it("separates two sets with the same name and date", async () => {
    const given = files("twin.key", "new.pem", "new.key", "twin.pem");
    await unpacked(given, async (path, entries) => {
      assert.deepEqual(entries.filter((entry) => entry.endsWith(".key")), [
        "shop.example.com until 2027-06-08 (2)/shop.example.com.key",
        "shop.example.com until 2027-06-08/shop.example.com.key",
      ]);
      for (const folder of ["2027-06-08", "2027-06-08 (2)"]) {
        const base = `${path}/shop.example.com until ${folder}/shop.example.com`;
        assert.equal(
          await publicKey("x509", `${base}.crt`),
          await publicKey("pkey", `${base}.key`),
        );
      }
    });
  });

  it("puts leftover objects into other/, with locked keys that openssl can open", async () => {
    const given = files("new-encrypted.key", "new-traditional.key", "old.pfx", "old.key");
    await unpacked(given, async (path, entries) => {
      assert.deepEqual(entries, [
        "README.txt",
        "other/encrypted-private-key.key",
        "other/encrypted-private-key_2.key",
        "other/pkcs12.pfx",
        "other/private-key.key",
      ]);
      for (const name of ["encrypted-private-key", "encrypted-private-key_2"]) {
        const file = `${path}/other/${name}.key`;
        const opened = await runProgram(
          "openssl",
          ["pkey", "-in", file, "-passin", "pass:renewal", "-noout", "-check"],
        );
        assert.equal(opened.code, 0, opened.stderr);
      }
    });
  });

  it("puts an opened PFX next to its certificate", async () => {
    await unpacked(files("old.pfx", "new.pem"), (_, entries) => {
      assert.deepEqual(entries.filter((entry) => entry.includes("2026-12-05")), [
        "shop.example.com until 2026-12-05/shop.example.com.crt",
        "shop.example.com until 2026-12-05/shop.example.com.key",
        "shop.example.com until 2026-12-05/shop.example.com.pfx",
        "shop.example.com until 2026-12-05/shop.example.com_chain.pem",
        "shop.example.com until 2026-12-05/shop.example.com_fullchain.pem",
      ]);
    }, "renewal");
  });

  it("puts a CSR and its key together if there is no certificate", async () => {
    await unpacked(files("new.key", "new.csr"), (_, entries) => {
      assert.deepEqual(entries, [
        "README.txt",
        "shop.example.com CSR and key/shop.example.com.csr",
        "shop.example.com CSR and key/shop.example.com.key",
      ]);
    });
  });

  it("lists in README.txt each file, its origin and missing parts", async () => {
    const given = [...files("new.pem", "new.key", "old.key"), textFile("hello", "a\u202eb")]
      .concat(textFile("", "empty"));
    await unpacked(given, async (path) => {
      const text = await Deno.readTextFile(`${path}/README.txt`);
      const set = text.slice(text.indexOf("shop.example.com until 2027-06-08/"));
      assert.match(
        set,
        /shop\.example\.com\.crt\n {4}A certificate, EC P-256, .*Found in: "file 0"\./,
      );
      assert.match(
        set,
        /shop\.example\.com\.key\n {4}The private key of this certificate\..*file 1/,
      );
      assert.match(
        set,
        /other\/\n {2}private-key\.key\n {4}A private key without a certificate/,
      );
      assert.match(set, /Not in this zip:\n {2}"a<U\+202E>b": [A-Z][a-z]/);
      assert.match(set, / {2}"?empty"?: The file is empty/);
    });
  });
});
