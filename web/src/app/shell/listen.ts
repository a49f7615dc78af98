/** Pastes and drops that no field takes. Files are kept from replacing the page in any case. */
import type { Arrival } from "../../hand-over/arrivals.ts";

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
