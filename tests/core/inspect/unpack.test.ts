/** Archives made by zip and tar, damaged ones, and those that are made to do harm. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { gzipSync, strToU8, type Zippable, zipSync } from "fflate";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { Collection } from "../../../core/inspect/collection.ts";
import { MAX_BYTES } from "../../../core/inspect/options.ts";
import { fixture } from "../../fixtures/inspect/index.ts";
import { findProgram, needs } from "../../support/programs.ts";
import { collect } from "./support.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const pem = fixture("messy/download");
const der = fixture("messy/image.jpg");
const key = fixture("messy/server.key");
const zip = (files: Zippable, level: 0 | 6 = 6): Bytes => zipSync(files, { level }) as Bytes;

async function opened(bytes: Bytes, name = "a.zip"): Promise<string[]> {
  const collection = await collect([{ name, bytes }]);
  return [
    ...[...collection.objects].flatMap(({ kind, places }) =>
      places.map(({ file }) => `${kind} in ${file}`)
    ),
    ...collection.skipped.map(({ file, message }) => `${file}: ${message}`),
  ];
}

/** Runs a program in a new folder with these files; returns the file that it made. */
async function made(
  files: Record<string, Uint8Array>,
  program: string,
  args: string[],
  output: string,
): Promise<Bytes> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, bytes] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeFile(`${folder}/${name}`, bytes);
    }
    const run = new Deno.Command(findProgram(program)!, { args, cwd: folder });
    const { success, stderr } = await run.output();
    assert(success, new TextDecoder().decode(stderr));
    return await Deno.readFile(`${folder}/${output}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Changes 16 or 32 bits of the first record with this signature. */
function patched(bytes: Bytes, signature: number, offset: number, value: number, bits = 16): Bytes {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 4 <= copy.length; at++) {
    if (view.getUint32(at, true) !== signature) continue;
    if (bits === 16) view.setUint16(at + offset, value, true);
    else view.setUint32(at + offset, value, true);
    return copy;
  }
  assert.fail("there is no such record");
}
const ENTRY = 0x02014b50;
const END = 0x06054b50;

describe("archives", () => {
  it("made by zip are folders of their files", needs("zip"), async () => {
    const files = { "site/tls/cert.pem": pem, "site/key": key, "readme.txt": strToU8("Hello") };
    const all = ["-r", "a.zip", "site", "readme.txt"];
    const expected = ["private-key in a.zip/site/key", "certificate in a.zip/site/tls/cert.pem"];
    for (const option of ["-6", "-0"]) {
      const bytes = await made(files, "zip", [option, ...all], "a.zip");
      assert.deepEqual((await opened(bytes)).sort(), expected.toSorted());
    }
    // To a pipe, zip writes the sizes after the data.
    const piped = await made(
      files,
      "sh",
      ["-c", "zip -r - site readme.txt | cat > a.zip"],
      "a.zip",
    );
    assert.deepEqual((await opened(piped)).sort(), expected.toSorted());
    const locked = await made(files, "zip", ["-P", "secret", ...all], "a.zip");
    assert.match((await opened(locked)).join(), /^a\.zip: .*protected with a password/);
  });

  it("made by tar and gzip are folders, also with long names", needs("tar"), async () => {
    const long = `site/${"deep/".repeat(30)}cert.pem`;
    const files = { [long]: pem, "site/key": key };
    for (const format of ["ustar", "gnu", "pax", "v7"]) {
      const name = format === "ustar" || format === "v7" ? "site/cert.pem" : long;
      const args = (flags: string) => [flags, "a.tar", `--format=${format}`, "site"];
      const content = format === "ustar" || format === "v7"
        ? { "site/cert.pem": pem, "site/key": key }
        : files;
      const expected = [`certificate in a.tgz/${name}`, "private-key in a.tgz/site/key"];
      for (const flags of ["-cf", "-czf"]) {
        const bytes = await made(content, "tar", args(flags), "a.tar");
        assert.deepEqual((await opened(bytes, "a.tgz")).sort(), expected, format);
      }
    }
  });

  it("in archives are opened, up to a depth", async () => {
    const inner = zip({ "app.jar": zip({ "META-INF/a.cer": der }), "b.gz": gzipSync(pem) });
    assert.deepEqual(await opened(inner, "app.war"), [
      "certificate in app.war/app.jar/META-INF/a.cer",
      "certificate in app.war/b.gz/b",
    ]);
    let nested = zip({ "a.pem": pem });
    for (let depth = 0; depth < 6; depth++) nested = zip({ "n.zip": nested }, 0);
    assert.match(
      (await opened(nested)).join(),
      /^a\.zip(\/n\.zip){4}: Archives are opened up to 4/,
    );
  });

  it("without certificates say so, with one sentence", async () => {
    const files = { "a.txt": strToU8("a"), "b.png": strToU8("\x89PNG") };
    assert.deepEqual(await opened(zip(files)), [
      "a.zip: This ZIP archive contains no certificates or keys (2 files)",
    ]);
    assert.deepEqual(await opened(zip({})), ["a.zip: This ZIP archive is empty"]);
  });

  it("do not decide where a file would be written", async () => {
    const names = [
      "../../etc/a.pem",
      "/abs/b.pem",
      "C:\\win\\c.pem",
      "d/./e.pem",
      "back\\slash.pem",
    ];
    const shown = await opened(zip(Object.fromEntries(names.map((name) => [name, pem]))));
    for (const path of ["etc/a.pem", "abs/b.pem", "win/c.pem", "d/e.pem", "back/slash.pem"]) {
      assert(shown.includes(`certificate in a.zip/${path}`), path);
    }
    assert.match(shown.at(-1)!, /would be written outside its folder: .*etc\/a\.pem/);
  });

  it("do not make us follow links", needs("tar"), async () => {
    const link = zip({ "a.pem": [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] });
    assert.deepEqual(await opened(link), [
      "a.zip/a.pem: This is a link to another file. Links are not followed",
    ]);
    const script = "ln -s /etc/passwd l.pem && ln a.pem h.pem && tar -cf a.tar l.pem a.pem h.pem";
    const tar = await made({ "a.pem": pem }, "sh", ["-c", script], "a.tar");
    assert.deepEqual(await opened(tar, "a.tar"), [
      "certificate in a.tar/a.pem",
      "a.tar/l.pem: This is a link to another file. Links are not followed",
      "a.tar/h.pem: This is a link to another file. Links are not followed",
    ]);
  });

  it("keep both of two files with one name", async () => {
    const both = zip({ "a.pem": pem, "b.pem": key });
    const at = new TextDecoder("latin1").decode(both).lastIndexOf("b.pem");
    both[at] = 0x61;
    assert.deepEqual(await opened(both), [
      "certificate in a.zip/a.pem",
      "private-key in a.zip/a.pem",
    ]);
  });

  it("that are damaged say so", async () => {
    const whole = zip({ "a.pem": pem });
    const cut = whole.slice(0, -30);
    assert.match((await opened(cut)).join(), /cut off/);
    assert.match((await opened(patched(whole, ENTRY, 16, 1, 32))).join(), /checksum is wrong/);
    assert.match((await opened(patched(whole, ENTRY, 10, 14))).join(), /method that is not read/);
    assert.match((await opened(patched(whole, END, 16, 0xffffffff, 32))).join(), /zip64/);
    assert.match((await opened(patched(whole, END, 10, 7))).join(), /files .* is damaged/);
    const gz = gzipSync(pem) as Bytes;
    assert.match((await opened(gz.slice(0, -20), "a.gz")).join(), /damaged/);
    gz[gz.length - 6] ^= 1;
    assert.match((await opened(gz, "a.gz")).join(), /checksum is wrong/);
    // "cat a.gz b.gz" is one file. Each member has a checksum.
    const members = [pem, key, key].map((content) => gzipSync(content) as Bytes);
    const joined = new Uint8Array(await new Blob(members).arrayBuffer());
    assert.deepEqual(
      new Set(await opened(joined, "a.gz")),
      new Set(["certificate in a.gz/a", "private-key in a.gz/a"]),
    );
    for (const { length } of [members[0], joined]) {
      const damaged = joined.slice();
      damaged[length - 6] ^= 1;
      assert.match((await opened(damaged, "a.gz")).join(), /checksum is wrong/);
    }
  });
});

describe("archives that are made to do harm", () => {
  it("with overlapping files are not unpacked", async () => {
    const bytes = zip({ "a.pem": pem, "b.pem": key });
    const view = new DataView(bytes.buffer);
    let entries = 0;
    for (let at = 0; at + 4 <= bytes.length; at++) {
      if (view.getUint32(at, true) === ENTRY && ++entries === 2) view.setUint32(at + 42, 0, true);
    }
    assert.match((await opened(bytes)).join(), /overlap/);
  });

  it("stop at a ratio, also when nested", async () => {
    const zeros = new Uint8Array(8 * 1024 * 1024);
    const bomb = zip({ "zeros": zeros });
    assert.match((await opened(bomb)).join(), /^a\.zip\/zeros: It expands to more than 200 times/);
    const nested = zip({ "1.zip": bomb, "2.gz": gzipSync(zeros) });
    const shown = await opened(nested);
    assert.equal(shown.length, 2);
    for (const line of shown) assert.match(line, /more than 200 times/);
  });

  it("share one limit for the whole inspection", async () => {
    const block = crypto.getRandomValues(new Uint8Array(65536));
    const large = new Uint8Array(24 * 1024 * 1024);
    // Expands about tenfold: 6 KiB of each 64 KiB differ.
    for (let at = 0; at < large.length; at += 65536) large.set(block.subarray(0, 6144), at);
    const bytes = zip(
      Object.fromEntries([1, 2, 3, 4].map((name) => [`${name}`, [large, { level: 1 }]])),
    );
    const collection = new Collection({
      context: () => createContext({ limits: { bytes: 2 * MAX_BYTES } }),
      acceptPrivateKeys: true,
      tolerant: true,
    });
    for (const name of ["a.zip", "b.zip"]) await collection.add({ name, bytes });
    const refused = collection.skipped.filter(({ message }) => /too large/.test(message));
    assert.equal(refused.length, 6);
  });

  it("with 65,535 files are read up to the limit", async () => {
    const files: Zippable = {};
    for (let index = 0; index < 65_535; index++) {
      files[`${index}`] = [pem.subarray(0, 1), { level: 0 }];
    }
    const shown = await opened(zip(files, 0));
    assert.match(shown.join(), /too many files/);
    assert(shown.length < 5);
  });

  it("cost a server no more than its budget", async () => {
    const context = createContext({ limits: SERVER_LIMITS });
    const collection = new Collection({
      context: () => context,
      acceptPrivateKeys: false,
      tolerant: false,
    });
    const half = crypto.getRandomValues(new Uint8Array(65536));
    const large = new Uint8Array(64 * 1024 * 1024);
    for (let at = 0; at < large.length; at += 65536) large.set(half.subarray(0, 600), at);
    await collection.add({ name: "a.zip", bytes: zip({ "a": large, "b": large }) });
    assert.equal(collection.skipped.length, 2);
    assert(context.budget.spent("work") <= SERVER_LIMITS.work / 2);
    assert(context.budget.spent("bytes") <= SERVER_LIMITS.bytes);
  });
});
