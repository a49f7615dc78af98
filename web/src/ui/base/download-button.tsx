import { Button } from "./button.tsx";

interface DownloadButtonProps {
  /** What is saved; a function if it takes work to make. */
  content: BlobPart | (() => BlobPart);
  filename: string;
  /** Media type. */
  type?: string;
  /** The full name, such as "Download CSR"; the button shows the short word alone. */
  name?: string;
  label?: string;
  kind?: "filled" | "outline";
  /** Called when the browser has the file. */
  onSaved?: () => void;
  /** Called when the browser could not take it. */
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

/** Addresses of files that are being handed over. */
const open = new Set<string>();

function revokeAll(): void {
  for (const url of open) URL.revokeObjectURL(url);
  open.clear();
}

// A page that the browser keeps for Back runs no timer.
if (typeof addEventListener === "function") addEventListener("pagehide", revokeAll);

/** The media type of PEM files: browsers add no file name extension of their own to it. */
export const PEM_TYPE = "application/x-pem-file";

/** Hands a file to the browser to be saved. */
export function saveFile(content: BlobPart, filename: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  open.add(url);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // After the click has been taken up; the address must not keep a key alive.
  setTimeout(() => {
    URL.revokeObjectURL(url);
    open.delete(url);
  }, 1000);
}
