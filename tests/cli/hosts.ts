/** Live hosts on loopback whose certificates have faults, and servers of other protocols in front of them. */
import assert from "node:assert/strict";
import type { GeneratedCertificate } from "../../core/certificate/schema.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { type Listening, startOpenssl, startRaw } from "../api/network/support.ts";
import { folderOf } from "./support.ts";

const DAY = 86_400_000;

async function made(input: Record<string, unknown>, daysAgo = 0): Promise<GeneratedCertificate> {
  const context = createContext({ now: Date.now() - daysAgo * DAY });
  const outcome = await execute(operations, "certificate/generate", input, context);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as GeneratedCertificate;
}

/** An authority: what `certificate/generate` needs to sign with it. */
const signedBy = ({ certificate, privateKey }: GeneratedCertificate) => ({
  issuer: "existing-ca",
  caCertificate: certificate,
  caPrivateKey: privateKey,
});
const test = { names: ["test"], pathLength: 1 };
const rootCa = (commonName: string) =>
  made({ ...test, kind: "root-ca", commonName, issuer: "self-signed" }, 200);
const root = await rootCa("Check Root");
const other = await rootCa("Other Root");
const authority = await made(
  { ...test, kind: "intermediate-ca", commonName: "Check CA", pathLength: 0, ...signedBy(root) },
  200,
);
const server = (name: string, ca = authority, daysAgo = 0) =>
  made({ names: [name], days: 90, ...signedBy(ca) }, daysAgo);

const good = await server("good.test");
const expired = await server("expired.test", authority, 100);
const stranger = await server("stranger.test", other);
export const at = await folderOf({
  "root.pem": root.certificate,
  "ca.pem": authority.certificate,
  "other.pem": other.certificate,
  ...Object.fromEntries(
    Object.entries({ good, expired, stranger }).flatMap(([name, { certificate, privateKey }]) => [
      [`${name}.pem`, certificate],
      [`${name}.key`, privateKey!],
    ]),
  ),
});

/** An address of loopback that other runs of this test do not use, so that a port can be chosen. */
export const ADDRESS = `127.${1 + (Deno.pid >> 8 & 0x7f)}.${Deno.pid & 0xff}.1`;

/** `openssl s_server` with one of the certificates, and with a file of further ones. */
export const serve = (name: string, chain: string | null, ...more: string[]): Promise<Listening> =>
  startOpenssl(
    ...["-cert", at(`${name}.pem`), "-key", at(`${name}.key`), "-accept"],
    ...more.length > 0 ? more : [`${ADDRESS}:0`],
    ...chain === null ? [] : ["-cert_chain", at(chain)],
  );

/** A server of another protocol until TLS begins. `reply` answers a line of the client; text with "TLS" ends it. */
interface Dialogue {
  readonly greeting: string;
  readonly reply: (line: string) => string;
}

/** LDAP and PostgreSQL send messages instead of lines, and each comes in one piece. */
const LDAP_AGREES = "\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\x00\x04\x00\x04\x00";
export const DIALOGUES: Readonly<Record<string, Dialogue>> = {
  smtp: {
    greeting: "220-first\r\n220 second\r\n",
    reply: (line) => line.startsWith("EHLO") ? "250-a\r\n250 STARTTLS\r\n" : "220 TLS\r\n",
  },
  imap: {
    greeting: "* OK\r\n",
    reply: (line) => {
      const [tag] = line.split(" ");
      return line.includes("STARTTLS")
        ? `${tag} OK TLS\r\n`
        : `* CAPABILITY STARTTLS\r\n${tag} OK done\r\n`;
    },
  },
  pop3: { greeting: "+OK\r\n", reply: () => "+OK TLS\r\n" },
  ldap: { greeting: "", reply: () => LDAP_AGREES },
  postgres: { greeting: "", reply: () => "S" },
};

/** A server that speaks the dialogue, and then passes everything on to the port. */
export function behind({ greeting, reply }: Dialogue, port: number): Listening {
  return startRaw(async (client) => {
    const send = (text: string) => client.write(Uint8Array.from(text, (c) => c.charCodeAt(0)));
    await send(greeting);
    const buffer = new Uint8Array(4096);
    while (true) {
      const length = await client.read(buffer);
      if (length === null) return;
      const answer = reply(new TextDecoder("latin1").decode(buffer.subarray(0, length)));
      await send(answer);
      if (/ TLS\r\n$|^S$/.test(answer) || answer === LDAP_AGREES) break;
    }
    const upstream = await Deno.connect({ hostname: ADDRESS, port });
    await Promise.allSettled([
      client.readable.pipeTo(upstream.writable),
      upstream.readable.pipeTo(client.writable),
    ]);
  }, { hostname: ADDRESS });
}
