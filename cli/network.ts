/** The option that forbids connections. */
import { Misuse, type Option, type Values } from "./command.ts";

export const OFFLINE: Option = { type: "boolean", help: "Forbid every connection" };

/** Throws Misuse if --offline forbids what the command needs. */
export function requireNetwork({ offline }: Values, command: string): void {
  if (offline === true) throw new Misuse(`${command} needs the network, which --offline forbids`);
}
