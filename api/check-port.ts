/** `deno task start` runs this first, before it installs anything: a port that is taken shows at once. */
import { ConfigError, readAddress } from "./address.ts";
import { listenProblem } from "./http/listen-problem.ts";

try {
  const { host: hostname, port } = readAddress((name) => Deno.env.get(name));
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
