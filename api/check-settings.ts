/** `deno task start` runs this before it builds: a wrong setting shows at once. */
import { ConfigError, readConfig } from "./config.ts";

try {
  readConfig((name) => Deno.env.get(name));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
