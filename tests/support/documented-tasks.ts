/**
 * The everyday tasks of docs/cli.md with the output that their commands print now. As a program it writes them into the
 * document.
 */
import { fileURLToPath } from "node:url";
import { examples } from "../../core/examples.generated.ts";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
export const DOCUMENT = new URL("../../docs/cli.md", import.meta.url);

/** A block that begins with a command line, and has the output after it. */
const TASK = /^```console\n\$ ssl-tools (.*)\n[^]*?```$/gm;

/** The files that the commands name. */
const FILES: Readonly<Record<string, string>> = {
  "server.pem": exampleCertificate,
  "fullchain.pem": exampleCertificate + exampleIssuer,
  "server.key": examplePrivateKey,
  "request.csr": (examples["csr/decode"] as { csr: string }).csr,
  "zone.txt": 'shop.example. IN CAA 0 issue "letsencrypt.org"\n',
  "secret.txt": "a password\n",
};

/** The document with the output of each command, and the number of commands. */
export async function withOutputs(document: string): Promise<{ text: string; tasks: number }> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/keys`);
    for (const [name, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    let text = document;
    const tasks = [...document.matchAll(TASK)];
    for (const [block, line] of tasks) {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", MAIN, ...line.split(" ")],
        cwd: folder,
        env: { NO_COLOR: "1" },
        stderr: "inherit",
      }).output();
      const output = new TextDecoder().decode(stdout);
      text = text.replace(block, () => `\`\`\`console\n$ ssl-tools ${line}\n${output}\`\`\``);
    }
    return { text, tasks: tasks.length };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const { text } = await withOutputs(await Deno.readTextFile(DOCUMENT));
  await Deno.writeTextFile(DOCUMENT, text);
}
