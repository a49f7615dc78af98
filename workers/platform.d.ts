/** The globals of a worker and its owner that this folder uses, beyond those of `core`. */

declare function setTimeout(handler: () => void, milliseconds: number): number;
declare function clearTimeout(id: number): void;

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
