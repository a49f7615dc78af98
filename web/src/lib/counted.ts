import { withCommas } from "../../../core/kernel/numbers.ts";

/** A number with its noun: "1 record", "1,200 records". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}
