/**
 * `deno task orca [task ...]`: seven tasks by keyboard only, in Firefox with the screen reader Orca. What
 * Orca says is written to tests/orca/transcripts; a task fails if Orca does not say its answer.
 */
import { missingPrograms, PACKAGES } from "../support/programs.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { PROGRAMS, startSession } from "./session.ts";
import { tasks } from "./tasks.ts";

const TRANSCRIPTS = new URL("transcripts/", import.meta.url);

if (!Deno.env.has("DBUS_SESSION_BUS_ADDRESS") || !Deno.args.includes("--in-session")) {
  const missing = missingPrograms(PROGRAMS);
  if (missing.length > 0) {
    const packages = missing.map((program) => PACKAGES[program] ?? program);
    console.error(`Install (Debian's names): ${packages.join(" ")}`);
    Deno.exit(1);
  }
  const { code } = await new Deno.Command("dbus-run-session", {
    args: ["--", Deno.execPath(), "run", "-A", import.meta.url, "--in-session", ...Deno.args],
    // The desktop services that D-Bus tries to start complain at length.
    stderr: "null",
  }).spawn().status;
  Deno.exit(code);
}

await ensureBuilt();
let failed = 0;
{
  // The block ends the server before the process exits.
  await using server = await startProcess({ RATE_LIMIT_PER_MINUTE: "0" });
  const wanted = Deno.args.filter((argument) => !argument.startsWith("-"));
  for (const { name, title, run } of tasks) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const session = await startSession(server.origin);
    try {
      await run(session);
      console.log(`${name}: ok`);
    } catch (error) {
      failed++;
      console.log(`${name}: FAILED. ${error instanceof Error ? error.message : error}`);
    } finally {
      await session.close();
    }
    const lines = [title, ...session.transcript, ""].join("\n").replaceAll(server.origin, "");
    await Deno.writeTextFile(new URL(`${name}.txt`, TRANSCRIPTS), lines);
  }
}
Deno.exit(failed === 0 ? 0 : 1);
