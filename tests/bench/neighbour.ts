/**
 * The server while other programs use all cores, as on a machine that several customers share. It measures how many of
 * its requests the server still answers, and how many the bare echo does in the same turns.
 */
import { caaValidate } from "../../core/caa/contract.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { exampleOf } from "../../core/example-inputs.ts";
import { startProcess } from "../support/process.ts";
import { median } from "./harness.ts";
import { exampleTargets, onlyOk, QUIET, rate, startEcho, statusLine, UNLIMITED } from "./http.ts";
import { load, type Target } from "./load.ts";

const CONTRACTS = [caaValidate, csrDecode];
const CONNECTIONS = 50;
const TURNS = 3;
/** Seconds of a turn. */
const TURN = 2;

/** One sentence for each operation. */
export async function besideNeighbours(): Promise<string[]> {
  await using server = await startProcess(UNLIMITED, QUIET);
  await using echo = await startEcho();
  const sentences: string[] = [];
  for (const contract of CONTRACTS) {
    const { name } = contract;
    const example = exampleOf(contract);
    const contenders = [
      exampleTargets(server.port, `/api/${name}`, example),
      exampleTargets(echo.port, "/echo", example),
    ];
    const parts: number[][] = [[], []];
    // The first turn of each only warms up.
    for (let turn = 0; turn <= TURNS; turn++) {
      for (const [index, targets] of contenders.entries()) {
        const alone = await answered(targets);
        using _busy = new BusyPrograms();
        const beside = await answered(targets);
        if (turn > 0) parts[index].push(beside / alone);
      }
    }
    const [ours, theirs] = parts.map((all) => median(all).toFixed(2));
    sentences.push(
      `Beside a busy program for each core, ${name} answers ${ours} of the requests that it ` +
        `answers alone, and the echo ${theirs}.`,
    );
  }
  return sentences;
}

/** Requests in a second. */
async function answered(targets: readonly Target[]): Promise<number> {
  const measured = await load(targets, CONNECTIONS, TURN);
  if (!onlyOk(measured)) throw new Error(statusLine(measured));
  return rate(measured);
}

/** As many programs that never rest as there are cores. */
class BusyPrograms implements Disposable {
  readonly #programs = Array.from(
    { length: navigator.hardwareConcurrency },
    () =>
      new Deno.Command(Deno.execPath(), {
        args: ["eval", "for (;;);"],
        ...{ stdin: "null", stdout: "null", stderr: "null" } as const,
      }).spawn(),
  );

  [Symbol.dispose](): void {
    for (const program of this.#programs) program.kill("SIGKILL");
  }
}
