import type { Address } from "../address.ts";

/** One line on why the server cannot listen, with what to do. `fault`: as the system reported it. */
export function listenProblem(
  { host, port }: Address,
  fault: unknown,
): string {
  const { code } = fault as { code?: string };
  return code === "EADDRINUSE"
    ? `PORT ${port} is in use: take a free one, as in PORT=${
      port % 65_535 + 1
    } deno task start, or 0 for any`
    : `HOST ${host} with PORT ${port} cannot be listened on (${code}): ` +
      "an address of this machine and a port that is allowed to this user are accepted";
}
