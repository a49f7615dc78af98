/** The globals of a worker and its owner that this folder uses, beyond those of `core`. */

declare function setTimeout(handler: () => void, milliseconds: number): number;
declare function clearTimeout(id: number): void;
declare function reportError(error: unknown): void;
declare function addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
declare function removeEventListener(
  type: "message",
  listener: (event: MessageEvent) => void,
): void;
/** The name of the worker. */
declare const name: string;
declare function dispatchEvent(event: MessageEvent): void;

declare const console: { error(...data: unknown[]): void };

/** Set by Vite; absent outside its builds. */
interface ImportMeta {
  readonly env?: { readonly DEV?: boolean };
}

declare class MessageEvent {
  constructor(type: "message", init: { data: unknown; ports: MessagePort[] });
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

interface MessagePort {
  postMessage(message: unknown, transfer?: unknown[]): void;
  addEventListener(type: "message", listener: (event: never) => void): void;
  removeEventListener(type: "message", listener: (event: never) => void): void;
  start(): void;
  close(): void;
}

declare class MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}
