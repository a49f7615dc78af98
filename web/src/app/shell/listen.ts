/** Pastes and drops that no field takes. Files are kept from replacing the page in any case. */
import type { Arrival } from "../../hand-over/hand-over.ts";

const FIELDS = "input, textarea, select, [contenteditable]";

const isInField = ({ target }: Event) =>
  target instanceof Element && target.closest(FIELDS) !== null;
const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes("Files") ?? false;

/** Tells of each; gives what ends it. */
export function listenForArrivals(arrive: (arrival: Promise<Arrival>) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const take = (event: Event, transfer: DataTransfer | null) => {
    // A question is open, or a field has taken it.
    if (!transfer || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const text = holdsFiles(transfer) ? "" : transfer.getData("text/plain");
    if (text.trim() === "" && !holdsFiles(transfer)) return;
    arrive(readTransfer(transfer, text));
  };
  document.addEventListener("paste", (event) => {
    if (!isInField(event)) take(event, event.clipboardData);
  }, { signal });
  document.addEventListener("dragover", (event) => {
    if (holdsFiles(event.dataTransfer) || !isInField(event)) event.preventDefault();
  }, { signal });
  document.addEventListener("drop", (event) => {
    if (isInField(event) && !holdsFiles(event.dataTransfer)) return;
    take(event, event.dataTransfer);
    event.preventDefault();
  }, { signal });
  return () => ended.abort();
}

/** The entries are gone when the event is over, so they are taken before anything is waited for. */
function readTransfer(transfer: DataTransfer, text: string): Promise<Arrival> {
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...transfer.files];
  return import("../../ui/form/dropped-files.ts")
    .then(({ filesOf }) => filesOf(entries, files))
    .then((files) => ({ text, files }));
}

/** Files that the system opens with the installed app. */

/** The part of the File Handling API that is used; not every browser has it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** `go` leads to the page at a path. */
export function openLaunchedFiles(go: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files: handles }) => {
    if (handles.length === 0) return;
    const { deliver } = await import("../../arrivals/receive.ts");
    go(await deliver(await Promise.all(handles.map((handle) => handle.getFile()))));
  });
}
