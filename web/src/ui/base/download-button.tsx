import { Button } from "./button.tsx";

interface DownloadButtonProps {
  /** The content of the file; a function if it is expensive to build. */
  content: BlobPart | (() => BlobPart);
  filename: string;
  /** Media type. */
  type?: string;
  /** The accessible name, such as "Download CSR"; the button itself shows only `label`. */
  name?: string;
  label?: string;
  kind?: "filled" | "outline";
  /** Called when the browser has accepted the file. */
  onSaved?: () => void;
  /** Called when the browser could not create the file. */
  onFailed?: () => void;
}

export function DownloadButton(
  { content, filename, type = "text/plain", name, label = "Download", kind, onSaved, onFailed }:
    DownloadButtonProps,
) {
  return (
    <Button
      size={kind === "filled" ? "normal" : "small"}
      kind={kind}
      icon="download"
      aria-label={name}
      onClick={() => {
        try {
          saveFile(typeof content === "function" ? content() : content, filename, type);
        } catch (thrown) {
          if (!onFailed) throw thrown;
          return onFailed();
        }
        onSaved?.();
      }}
    >
      {label}
    </Button>
  );
}

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

/** Downloads a file. */
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
