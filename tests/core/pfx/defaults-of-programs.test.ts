/** Files as other programs write them by default open within the limits of a server. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import type { pfxOpen } from "../../../core/pfx/contract.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { chainOf, pem } from "../../fixtures/pfx/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const PASSWORD = "tulip42";

/** Runs a program in a folder with the key and a chain of three, and opens the file that it writes. */
async function opened(
  password: string,
  write: (folder: string, file: string) => readonly (readonly [string, ...string[]])[],
) {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${folder}/key.pem`, pem("rsa2048-key"));
    Deno.writeTextFileSync(`${folder}/chain.pem`, pem(...chainOf("rsa2048", 3)));
    const file = `${folder}/file.p12`;
    for (const [program, ...args] of write(folder, file)) {
      const { code, stderr } = await runProgram(program, args);
      assert.equal(code, 0, stderr);
    }
    const pfx = Deno.readFileSync(file).toBase64();
    const context = createContext({ limits: SERVER_LIMITS });
    const outcome = await execute(
      operations,
      "pfx/open",
      { pfx, password },
      context,
      (_, fault) => {
        throw fault;
      },
    );
    assert(outcome.ok, outcome.ok ? "" : outcome.error.message);
    const { keys, certificates, mac } = outcome.value as OutputOf<typeof pfxOpen>;
    assert.deepEqual([keys.length, keys[0].problem, certificates.length], [1, null, 3]);
    assert.equal(keys[0].certificate, 0);
    return { iterations: mac?.iterations, spent: context.budget.spent("work") };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const certtool = (...args: string[]) => (folder: string, file: string) => [
  [
    ...["certtool", "--to-p12", "--load-privkey", `${folder}/key.pem`] as const,
    ...["--load-certificate", `${folder}/chain.pem`, "--p12-name", "shop", ...args],
    ...["--outder", "--outfile", file],
  ] as const,
];

describe("a file with the defaults of another program opens on a server", () => {
  // GnuTLS 3.7 and later: 600,000 iterations for the MAC, for the key and for each certificate.
  for (
    const [name, password, args] of [
      ["with a chain", PASSWORD, ["--password", PASSWORD]],
      ["with a chain and Triple DES", PASSWORD, ["--password", PASSWORD, "--pkcs-cipher", "3des"]],
      ["with a chain and AES-256", PASSWORD, ["--password", PASSWORD, "--pkcs-cipher", "aes-256"]],
      ["without a password", "", ["--null-password"]],
      ["with an empty password", "", ["--empty-password"]],
      // It does not encrypt the key, and yet marks it as encrypted, so that OpenSSL refuses the file.
      ["with an empty text as its password", "", ["--password", ""]],
    ] as const
  ) {
    it(`of certtool ${name}`, needs("certtool"), async () => {
      const { iterations, spent } = await opened(password, certtool(...args));
      assert.equal(iterations, 600_000);
      assert(spent <= SERVER_LIMITS.work, `${spent}`);
    });
  }

  for (const [name, password] of [["with a chain", PASSWORD], ["with an empty password", ""]]) {
    it(`of pk12util ${name}`, needs("openssl", "certutil", "pk12util"), async () => {
      const { iterations } = await opened(password, (folder, file) => [
        [
          ...["openssl", "pkcs12", "-export", "-inkey", `${folder}/key.pem`] as const,
          ...["-in", `${folder}/chain.pem`, "-name", "shop", "-passout", "pass:given"],
          ...["-out", `${folder}/given.p12`],
        ],
        ["certutil", "-N", "-d", folder, "--empty-password"],
        ["pk12util", "-i", `${folder}/given.p12`, "-d", folder, "-W", "given"],
        ["pk12util", "-o", file, "-n", "shop", "-d", folder, "-W", password],
      ]);
      assert((iterations ?? 0) >= 100_000);
    });
  }

  it("of keytool", needs("openssl", "keytool"), async () => {
    await opened(PASSWORD, (folder, file) => [
      [
        ...["openssl", "pkcs12", "-export", "-inkey", `${folder}/key.pem`] as const,
        ...["-in", `${folder}/chain.pem`, "-name", "shop", "-passout", "pass:given"],
        ...["-out", `${folder}/given.p12`],
      ],
      [
        ...["keytool", "-importkeystore", "-srckeystore", `${folder}/given.p12`] as const,
        ...["-srcstorepass", "given", "-destkeystore", file, "-deststorepass", PASSWORD],
        ...["-deststoretype", "PKCS12", "-noprompt"],
      ],
    ]);
  });
});
