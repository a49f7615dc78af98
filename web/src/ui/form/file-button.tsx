import { type InputHTMLAttributes, useRef } from "react";
import { Button, type ButtonLook } from "../base/button.tsx";

interface FileButtonProps
  extends
    Pick<ButtonLook, "kind" | "icon">,
    Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "multiple" | "disabled" | "onChange"> {
  size?: "small";
  /** The name of the button, and of the file input that it stands for. */
  children: string;
  /** The id of the field's label, if the button fills a field. */
  describedBy?: string;
  folder?: boolean;
}

/**
 * A button that opens the browser's file dialog. The file input itself is not shown: screen readers
 * would read its parts ("Browse…", "No file selected") after its name.
 */
export function FileButton(
  { kind, size, icon, children, describedBy, folder, disabled, ...input }: FileButtonProps,
) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...{ kind, size, icon, disabled }}
        aria-describedby={describedBy}
        onClick={() => chooser.current!.click()}
      >
        {children}
      </Button>
      <input
        {...input}
        ref={chooser}
        type="file"
        hidden
        aria-label={children}
        aria-describedby={describedBy}
        disabled={disabled}
        {...folder ? { webkitdirectory: "" } : {}}
      />
    </>
  );
}
