/** Passphrases come from a file, an environment variable or a prompt: other users of a computer can see arguments. */
import process from "node:process";
import { valueOf, type Values } from "./command.ts";
import { bytesOf, UnreadablePath } from "./files.ts";

/**
 * The secret that --NAME-file or --NAME-env names; null without both. Throws UnreadablePath, also for a variable that
 * is not set: an empty secret in its place would protect nothing.
 */
export async function secretOf(values: Values, name: string): Promise<string | null> {
  const file = valueOf(values, `${name}-file`);
  const variable = valueOf(values, `${name}-env`);
  if (file !== "") {
    // Editors end a file with a line break, which is not a part of the secret.
    return new TextDecoder().decode(await bytesOf(file)).replace(/\r?\n$/, "");
  }
  if (variable === "") return null;
  const secret = process.env[variable];
  if (secret === undefined) {
    throw new UnreadablePath(variable, "This environment variable is not set");
  }
  return secret;
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
