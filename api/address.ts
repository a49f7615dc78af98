/**
 * Reads the settings HOST and PORT, and has the sentences for wrong settings. It imports no package, so
 * that `deno task start` can check the port before it installs any.
 */

export interface Address {
  host: string;
  port: number;
}

/** Gives an environment variable; undefined if it is not set. */
export type Environment = (name: string) => string | undefined;

/** An invalid setting. The message is the whole line to print. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Throws ConfigError. */
export function readAddress(environment: Environment): Address {
  const get = (name: string) => environment(name)?.trim() || null;
  return {
    host: get("HOST") ?? "127.0.0.1",
    port: integer("PORT", get("PORT"), 8000, 0, 65535),
  };
}

export function refuse(name: string, fault: string, accepted: string): never {
  throw new ConfigError(`${name} ${fault}: ${accepted} is accepted`);
}

export function integer(
  name: string,
  value: string | null,
  fallback: number,
  min: number,
  max: number,
): number {
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || number < min || number > max) {
    refuse(name, `is "${value}"`, `a whole number from ${min} to ${max}`);
  }
  return number;
}
