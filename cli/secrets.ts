/** Passphrases come from a file, an environment variable or a prompt: other users of a computer can see arguments. */
import { readFile } from "node:fs/promises";
import process from "node:process";

interface SecretOptions {
  readonly file?: string;
  readonly variable?: string;
}

/** The secret that the options name; null if they name none, or the variable is not set. */
export async function givenSecret(
  { file, variable }: SecretOptions,
): Promise<string | null> {
  // Editors end a file with a line break, which is not a part of the secret.
  if (file !== undefined) {
    return (await readFile(file, "utf8")).replace(/\r?\n$/, "");
  }
  return variable === undefined ? null : process.env[variable] ?? null;
}

/** Whether a person is at the terminal. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

const ENTER = /[\r\n]/;
const INTERRUPT = "\u0003";
const ERASE = /[\b\u007f]/;

/** Asks for a secret and shows nothing of it. Null if the person pressed Ctrl-C. */
export async function askSecret(question: string): Promise<string | null> {
  const { stdin, stderr } = process;
  stderr.write(`${question}: `);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  try {
    let secret = "";
    for await (const typed of stdin as AsyncIterable<string>) {
      for (const character of typed) {
        if (character === INTERRUPT) return null;
        if (ENTER.test(character)) return secret;
        secret = ERASE.test(character) ? [...secret].slice(0, -1).join("") : secret + character;
      }
    }
    return secret;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}
