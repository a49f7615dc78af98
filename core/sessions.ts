/** The registry of sessions. The code of a session is loaded when it is first opened. */
import type { Session } from "./kernel/execute.ts";

export const sessions: ReadonlyMap<string, () => Promise<() => Session>> = new Map([
  ["inspect", async () => (await import("./inspect/session.ts")).createInspection],
  ["inspect-helper", async () => (await import("./inspect/helper.ts")).createHelper],
]);
