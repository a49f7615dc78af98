/** The server's end of its channel to the launcher (api/launch.ts). */
import process from "node:process";
import type { Notice, Order } from "./keeper.ts";

/** The option that the launcher adds to those of the server. */
export const LAUNCHED = "launched";

export interface Link {
  order(order: Order): void;
  /** Sets the only receiver of notices. */
  receive(onNotice: (notice: Notice) => void): void;
}

/** The channel to the launcher. `onLost` is called if the launcher has ended. */
export function linkToLauncher(onLost: () => void): Link {
  process.on("disconnect", onLost);
  return {
    // A launcher that has ended is noticed by `onLost`.
    order: (order) => void process.send!(order, undefined, undefined, () => {}),
    receive: (onNotice) => void process.on("message", (notice) => onNotice(notice as Notice)),
  };
}
