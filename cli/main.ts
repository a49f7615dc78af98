/** The command line `ssl-tools`, for Node and Deno. */
import "./node20.ts";
import process from "node:process";
import { run } from "./run.ts";

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  isColoured: process.stdout.isTTY === true &&
    (process.env.NO_COLOR ?? "") === "",
});
