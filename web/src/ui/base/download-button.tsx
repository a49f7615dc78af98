import { saveFile } from "../../lib/save-file.ts";
import { Button } from "./button.tsx";
import { WholeName } from "./whole-name.tsx";

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
  {
    content,
    filename,
    type = "text/plain",
    label = "Download",
    name = label,
    kind,
    onSaved,
    onFailed,
  }: DownloadButtonProps,
) {
  return (
    <Button
      size={kind === "filled" ? "normal" : "small"}
      kind={kind}
      icon="download"
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
      <WholeName name={name} shown={label} />
    </Button>
  );
}
