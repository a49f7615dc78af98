/** Pastes and drops outside of fields, and files that the system opens with the installed app. */
import type { Arrival } from "../../hand-over/hand-over.ts";
import { isDialogOpen, isInField } from "../../lib/screen.ts";

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes("Files") ?? false;

/**
 * Calls `arrive` for each paste and drop outside of a field, and keeps dropped files from replacing the
 * page. Returns a function that stops listening.
 */
export function listenForArrivals(arrive: (arrival: Promise<Arrival>) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const take = (event: Event, transfer: DataTransfer | null) => {
    // A dialog is open, or a field has handled the event.
    if (!transfer || event.defaultPrevented || isDialogOpen()) return;
    const text = holdsFiles(transfer) ? "" : transfer.getData("text/plain");
    if (text.trim() === "" && !holdsFiles(transfer)) return;
    arrive(readTransfer(transfer, text));
  };
  document.addEventListener("paste", (event) => {
    if (!isInField(event)) take(event, event.clipboardData);
  }, { signal });
  document.addEventListener("dragover", (event) => {
    const hasFiles = holdsFiles(event.dataTransfer);
    if (hasFiles || !isInField(event)) event.preventDefault();
    if (hasFiles && !isDialogOpen()) import("./drop-sign.ts").then((sign) => sign.show());
  }, { signal });
  document.addEventListener("drop", (event) => {
    delete document.documentElement.dataset.drop;
    if (isInField(event) && !holdsFiles(event.dataTransfer)) return;
    take(event, event.dataTransfer);
    event.preventDefault();
  }, { signal });
  return () => ended.abort();
}

/** Reads the entries synchronously, because they are gone after the event. */
function readTransfer(transfer: DataTransfer, text: string): Promise<Arrival> {
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...transfer.files];
  return import("../../ui/form/dropped-files.ts")
    .then(({ filesOf }) => filesOf(entries, files))
    .then((files) => ({ text, files }));
}

/** The part of the File Handling API that this file uses. Not every browser supports it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** Hands files that the system opens with the app over to a tool. `go` navigates to a path. */
export function openLaunchedFiles(go: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files: handles }) => {
    if (handles.length === 0) return;
    const { deliver } = await import("../../arrivals/receive.ts");
    go(await deliver(await Promise.all(handles.map((handle) => handle.getFile()))));
  });
}
