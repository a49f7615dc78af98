/** The CAs that the certificate generator keeps in memory: what it takes out of answers, and when it clears them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { strFromU8, unzipSync } from "fflate";
import { type Clock, watchIdle } from "../../web/src/lib/idle.ts";
import {
  type BundledCa,
  bundleOf,
  type BundleParts,
  trayOf,
} from "../../web/src/tools/certificate/bundle.ts";
import { filesOf } from "../../core/certificate/files.ts";
import { NO_VALUES, requestOf } from "../../web/src/tools/certificate/form-values.ts";
import { takeCas } from "../../web/src/tools/certificate/held-cas.ts";
import { IDLE_MINUTES, NOTICE_MINUTES } from "../../web/src/tools/certificate/idle-keys.ts";
import { withoutKey } from "../../web/src/tools/certificate/made-certificates.ts";
import { makeSeveral } from "../../web/src/tools/certificate/several.ts";
import { generated } from "../fixtures/certificate/generate.ts";
import { inFolder } from "../support/certificate-checks.ts";
import { needs, runProgram } from "../support/programs.ts";

const MINUTE = 60_000;

/** A clock that the test moves. Like a real timer it may be late, and it stops while the device sleeps. */
function fakeClock() {
  let now = 0;
  let due: { at: number; work: () => void } | null = null;
  const clock: Clock = {
    now: () => now,
    schedule(work, delay) {
      const mine = due = { at: now + delay, work };
      return () => {
        if (due === mine) due = null;
      };
    },
  };
  return {
    clock,
    /** Lets time pass; the timer fires unless the device sleeps. */
    pass(minutes: number, { asleep = false } = {}) {
      now += minutes * MINUTE;
      if (asleep || !due || due.at > now) return;
      const { work } = due;
      due = null;
      work();
    },
    get isWaiting() {
      return due !== null;
    },
  };
}

describe("the watch for idle time", () => {
  const watched = () => {
    const time = fakeClock();
    let cleared = 0;
    const near: boolean[] = [];
    const watch = watchIdle({
      limit: IDLE_MINUTES * MINUTE,
      notice: NOTICE_MINUTES * MINUTE,
      onNear: (isNear) => near.push(isNear),
      onIdle: () => cleared++,
    }, time.clock);
    return { time, watch, near, cleared: () => cleared };
  };

  it("clears after fifteen minutes without an action, once", () => {
    const { time, cleared } = watched();
    time.pass(13);
    time.pass(1.9);
    assert.equal(cleared(), 0);
    time.pass(0.1);
    assert.equal(cleared(), 1);
    time.pass(60);
    assert.equal(cleared(), 1);
  });

  it("waits again after each action", () => {
    const { time, watch, cleared } = watched();
    time.pass(10);
    watch.touch();
    time.pass(10);
    assert.equal(cleared(), 0, "ten minutes after the action");
    time.pass(3);
    time.pass(2);
    assert.equal(cleared(), 1);
  });

  it("warns two minutes before, until an action or the end", () => {
    const { time, watch, near, cleared } = watched();
    time.pass(12.9);
    assert.deepEqual(near, []);
    time.pass(0.1);
    assert.deepEqual(near, [true]);
    time.pass(1);
    watch.touch();
    assert.deepEqual(near, [true, false]);
    time.pass(13);
    assert.deepEqual([near, cleared()], [[true, false, true], 0]);
    time.pass(2);
    assert.deepEqual([near, cleared()], [[true, false, true, false], 1]);
  });

  it("does not warn after a sleep that was longer", () => {
    const { time, watch, near, cleared } = watched();
    time.pass(600, { asleep: true });
    watch.check();
    assert.deepEqual([near, cleared()], [[], 1]);
  });

  it("clears at the first action or look after a sleep, in which no timer runs", () => {
    for (const wake of ["touch", "check"] as const) {
      const { time, watch, cleared } = watched();
      time.pass(600, { asleep: true });
      assert.equal(cleared(), 0);
      watch[wake]();
      assert.equal(cleared(), 1, wake);
    }
  });

  it("leaves no timer behind", () => {
    const { time, watch } = watched();
    watch.stop();
    assert(!time.isWaiting);
  });
});

describe("the CAs of an answer", () => {
  it("leave the answer with their keys", async () => {
    const made = await generated(requestOf({ ...NO_VALUES, names: ["localhost"] }));
    const key = made.ca!.privateKey;
    const [ca] = takeCas(made);
    assert.equal(ca.privateKey, key);
    assert.deepEqual([ca.name, ca.permitted], ["localhost_CA", ["DNS:localhost"]]);
    assert(!JSON.stringify(made).includes(key!.split("\n")[1]));
    assert(made.privateKey !== null, "the certificate's own key stays");
  });

  it("are two for an intermediate CA below a new root, the root first", async () => {
    const made = await generated({
      kind: "intermediate-ca",
      names: ["lab.test"],
      keepCaKey: true,
    });
    const names = takeCas(made).map(({ name }) => name);
    assert.deepEqual(names, ["lab.test_CA", "lab.test_Intermediate_CA"]);
    assert(!JSON.stringify(made).includes("PRIVATE KEY"));
  });
});

describe("the name of a client", () => {
  const asked = (names: string[], more = {}) => {
    const { names: given, commonName } = requestOf({
      ...NO_VALUES,
      kind: "tls-client",
      names,
      ...more,
    });
    return [given, commonName];
  };

  it("becomes the common name if it is plain, so that a limited CA may sign it", () => {
    assert.deepEqual(asked(["Jo Doe"]), [[""], "Jo Doe"]);
    assert.deepEqual(asked(["jo@example.com", "jo"]), [["jo@example.com", ""], "jo"]);
    assert.deepEqual(asked(["a.example.com"]), [["a.example.com"], ""]);
    assert.deepEqual(asked(["nas"], { commonName: "Jo" }), [["nas"], "Jo"]);
    assert.deepEqual(asked(["nas"], { kind: "tls-server" }), [["nas"], ""]);
  });
});

/** Prints name, mode and whether it holds a key, for each file of a zip. */
const LIST = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    for info in zip.infolist():
        print(info.filename, oct(info.external_attr >> 16 & 0o777), b"PRIVATE KEY" in zip.read(info))
`;

async function listed(bytes: Uint8Array): Promise<string[]> {
  let lines: string[] = [];
  await inFolder(async (folder) => {
    await Deno.writeFile(`${folder}/x.zip`, bytes);
    const { stdout, stderr } = await runProgram("python3", ["-c", LIST, `${folder}/x.zip`]);
    lines = stdout.trim().split("\n");
    assert.equal(stderr, "");
  });
  return lines;
}

describe("the download", () => {
  it(
    "has keys in a folder of their own, which only the owner may read",
    needs("python3"),
    async () => {
      const made = await generated({ names: ["localhost"], keepCaKey: true });
      const { name, bytes } = bundleOf({
        made,
        privateKey: made.privateKey,
        caKey: made.ca!.privateKey,
        keyFiles: [{ name: "localhost.pfx", content: new Uint8Array([1]), what: "" }],
      }, Date.now());
      assert.equal(name, "localhost.zip");
      assert.deepEqual(await listed(bytes), [
        "localhost_chain.pem 0o644 False",
        "localhost.crt 0o644 False",
        "localhost_CA.crt 0o644 False",
        "secret/localhost.key 0o600 True",
        "secret/localhost_CA.key 0o600 True",
        "secret/localhost.pfx 0o600 False",
        "README.txt 0o644 False",
      ]);
    },
  );

  it(
    "has all CAs and the root for a certificate below an intermediate CA",
    needs("python3"),
    async () => {
      const above = await generated({ kind: "intermediate-ca", names: ["lab.test"] });
      const made = await generated({
        names: ["a.lab.test"],
        issuer: "existing-ca",
        caCertificate: above.chain,
        caPrivateKey: above.privateKey!,
      });
      const { bytes } = bundleOf(
        { made, privateKey: null, caKey: null, keyFiles: [] },
        Date.now(),
      );
      const files = filesOf(made);
      const names = (await listed(bytes)).map((line) => line.split(" ")[0]);
      assert.deepEqual(names, [
        ...[files.chain, files.certificate, files.ca, files.cas, files.root, "README.txt"],
      ]);
    },
  );
});

describe("several certificates at once", () => {
  const run = async (input: Parameters<typeof generated>[0]) => {
    try {
      return { ok: true, value: await generated(input) } as never;
    } catch (thrown) {
      const { message } = thrown as Error;
      return { ok: false, error: { code: "invalid_input", message, issues: [] } } as never;
    }
  };

  it("stop when they are cancelled, after the one that is under way", async () => {
    const controller = new AbortController();
    const rows = ["a.test", "b.test", "c.test"].map((name) => ({
      name,
      kind: "tls-server" as const,
    }));
    const { made } = await makeSeveral(
      rows,
      NO_VALUES,
      null,
      run,
      (count) => count === 1 && controller.abort(),
      controller.signal,
    );
    assert.equal(made.length, 1);
  });
});

describe("the ZIP of the tray", () => {
  const partsOf = (made: BundleParts["made"]): BundleParts => ({
    made,
    privateKey: made.privateKey,
    caKey: null,
    keyFiles: [],
  });
  const ca = (name: string, more: Partial<BundledCa> = {}): BundledCa => ({
    name,
    certificates: "",
    privateKey: "-----BEGIN PRIVATE KEY-----\n",
    crl: null,
    ...more,
  });
  const pathsOf = async (bytes: Uint8Array) =>
    (await listed(bytes)).map((line) => line.split(" ")[0]);

  it("has CAs, their CRLs, and a folder for each certificate", needs("python3"), async () => {
    const root = await generated({ kind: "root-ca", names: ["lab.test"] });
    const [held] = takeCas(root);
    const below = (input: Parameters<typeof generated>[0]) =>
      generated({
        ...input,
        issuer: "existing-ca",
        caCertificate: held.certificates,
        caPrivateKey: held.privateKey,
      });
    const server = await below({ names: ["nas.lab.test"] });
    const client = await below({ kind: "tls-client", commonName: "alice" });
    const profile = { name: "alice.mobileconfig", content: "profile", what: "For the phone." };
    const { name, bytes } = trayOf(
      [partsOf(root), partsOf(server), { ...partsOf(client), keyFiles: [profile] }],
      [{ ...held, crl: "crl" }],
      Date.now(),
    );
    assert.equal(name, "certificates.zip");
    assert.deepEqual(await listed(bytes), [
      "lab.test_Root_CA.crt 0o644 False",
      "lab.test_Root_CA.crl.pem 0o644 False",
      "secret/lab.test_Root_CA.key 0o600 True",
      "nas.lab.test/nas.lab.test_chain.pem 0o644 False",
      "nas.lab.test/nas.lab.test.crt 0o644 False",
      "nas.lab.test/lab.test_Root_CA.crt 0o644 False",
      "nas.lab.test/secret/nas.lab.test.key 0o600 True",
      "alice/alice_chain.pem 0o644 False",
      "alice/alice.crt 0o644 False",
      "alice/lab.test_Root_CA.crt 0o644 False",
      "alice/secret/alice.key 0o600 True",
      "alice/secret/alice.mobileconfig 0o600 False",
      "README.txt 0o644 False",
    ]);
    const readme = strFromU8(unzipSync(bytes)["README.txt"]);
    assert.match(readme, /The private keys in this ZIP are not encrypted\./);
    assert.match(readme, /the private key, not encrypted\./);
    assert.match(readme, /For the phone\./);
  });

  it("says that its keys are encrypted only if each of them is", async () => {
    const made = await generated({ kind: "tls-client", commonName: "a" });
    const encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\n";
    const readme = (cas: BundledCa[]) =>
      strFromU8(
        unzipSync(trayOf([{ ...partsOf(made), privateKey: encrypted }], cas, 1e12).bytes)[
          "README.txt"
        ],
      );
    assert.match(
      readme([ca("A", { privateKey: encrypted })]),
      /ZIP are encrypted with the password/,
    );
    assert.match(readme([ca("A")]), /ZIP are not encrypted/);
  });

  it("keeps the names of folders and of CAs apart", needs("python3"), async () => {
    const made = await generated({ kind: "tls-client", commonName: "a" });
    const names = ["README.txt", "readme.TXT", "secret", "CA.crt", "ca.CRL.pem", "a.", "a", ".."];
    const { bytes } = trayOf(
      names.map((name) => partsOf({ ...made, name })),
      [ca("CA", { crl: "crl" }), ca("ca")],
      Date.now(),
    );
    const paths = await pathsOf(bytes);
    const tops = paths.filter((path) => path.endsWith("_chain.pem")).map((path) =>
      path.split("/")[0]
    );
    assert.deepEqual(
      tops,
      ["README.txt_2", "readme.TXT_3", "secret_2", "CA.crt_2", "ca.CRL.pem_2", "a", "a_2", "_"],
    );
    assert.deepEqual(
      paths.filter((path) => /^(?:secret\/|README.txt$|CA[^/]*$)/i.test(path)),
      ["CA.crt", "CA.crl.pem", "secret/CA.key", "ca_2.crt", "secret/ca_2.key", "README.txt"],
    );
  });
});

describe("a certificate whose keys were cleared", () => {
  it("has neither its key nor a file with it", async () => {
    const made = await generated({ kind: "tls-client", commonName: "alice" });
    const entry = {
      id: 1,
      made,
      values: NO_VALUES,
      signer: null,
      isSaved: false,
      keyFiles: [{ name: "alice.p12", content: "the key", what: "" }],
    };
    const text = JSON.stringify(withoutKey(entry));
    assert(text.includes("BEGIN CERTIFICATE"));
    assert(!/PRIVATE KEY|the key/.test(text));
  });
});

describe("the files of a download", () => {
  const names = (kind: "tls-client" | "intermediate-ca", name: string, ca: string) => {
    const files = filesOf({ kind, name, subject: `CN=${name}`, ca: { subject: `CN=${ca}` } });
    return Object.values(files).slice(1).map((file) => file.toLowerCase());
  };

  it("have different names, also where the case of letters does not count", () => {
    for (
      const [kind, name, ca] of [
        ["tls-client", "shop_ca", "Shop_CA"],
        ["intermediate-ca", "Shop CA", "shop ca"],
        ["intermediate-ca", "Shop CA", "Shop CA root"],
      ] as const
    ) {
      const found = names(kind, name, ca);
      assert.equal(new Set(found).size, found.length, `${found}`);
    }
  });
});
