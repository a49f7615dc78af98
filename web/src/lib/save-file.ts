/** Saves a file as a download. */

/** The blob URLs of downloads that have just started. */
const open = new Set<string>();

function revokeAll(): void {
  for (const url of open) URL.revokeObjectURL(url);
  open.clear();
}

// Timers do not run in a page that the browser keeps for Back.
if (typeof addEventListener === "function") addEventListener("pagehide", revokeAll);

/** The media type of PEM files. Browsers know no file name extension for it, so they add none. */
export const PEM_TYPE = "application/x-pem-file";

/** Starts a download. */
export function saveFile(content: BlobPart, filename: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  open.add(url);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // Revoke the URL after the browser has handled the click, so that it does not keep a key in memory.
  setTimeout(() => {
    URL.revokeObjectURL(url);
    open.delete(url);
  }, 1000);
}
