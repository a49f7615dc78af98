/**
 * `deno task start` runs this before it builds: a wrong setting or a port that is taken shows at once.
 */
import { ConfigError, readConfig } from "./config.ts";
import { listenProblem } from "./http/listen-problem.ts";

try {
  const { host: hostname, port } = readConfig((name) => Deno.env.get(name));
  try {
    Deno.listen({ hostname, port }).close();
  } catch (fault) {
    console.error(listenProblem({ host: hostname, port }, fault));
    Deno.exit(1);
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
