/** The command line `ssl-tools`, for Node and Deno. */
import "./node20.ts";
import process from "node:process";
import { print } from "./output.ts";
import { run } from "./run.ts";

// Without a listener Node ends with a stack trace. Who writes learns of the error too, and handles it.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await run(process.argv.slice(2), {
  out: print,
  error: (text) => void process.stderr.write(text),
  isColoured: process.stdout.isTTY === true && (process.env.NO_COLOR ?? "") === "" &&
    process.env.TERM !== "dumb",
});
