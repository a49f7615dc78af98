/** Compute processes of a test, started by the test's own process in place of the launcher. */
import type { Notice, Order } from "../../api/compute/keeper.ts";
import { Keeper } from "../../api/compute/keeper.ts";
import type { Link } from "../../api/compute/link.ts";
import { Processes, type ProcessesParts } from "../../api/compute/processes.ts";
import { SCRIPT } from "../../api/compute/threads.ts";

export interface TestProcesses extends AsyncDisposable {
  processes: Processes;
  orders: Order[];
  /** IDs of the operating system of the living processes, the oldest first. */
  pids(): number[];
}

/** The code of the operations as built. Call `ensureBuilt` first. */
const builtCode = (): Promise<Uint8Array<ArrayBuffer>> => Deno.readFile(SCRIPT);

/** A channel without a launcher: this process starts the compute processes. */
function localLink(change: (order: Order) => Order | null = (order) => order) {
  let receive: (notice: Notice) => void = () => {};
  const orders: Order[] = [];
  const keeper = new Keeper((notice) => receive(notice));
  const link: Link = {
    order(order) {
      orders.push(order);
      const changed = change(order);
      if (changed) keeper.obey(changed);
    },
    receive: (listener) => void (receive = listener),
  };
  return { link, keeper, orders, notice: (notice: Notice) => receive(notice) };
}

/** Processes that run `code`, or the code as built. */
export async function startProcesses(
  parts: Partial<ProcessesParts> & { change?: (order: Order) => Order | null } = {},
): Promise<TestProcesses> {
  const { link, keeper, orders } = localLink(parts.change);
  const processes = await Processes.start({
    ...{ link, count: 2, memory: 1024 * 1024 * 1024 },
    ...parts,
    code: parts.code ?? await builtCode(),
  });
  return {
    processes,
    orders,
    pids: () => keeper.pids,
    async [Symbol.asyncDispose]() {
      processes.close();
      await keeper.close();
    },
  };
}
