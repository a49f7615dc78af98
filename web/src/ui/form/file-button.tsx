import { type InputHTMLAttributes, type ReactNode, useRef } from "react";
import { Button, type ButtonLook } from "../base/button.tsx";

interface FileButtonProps
  extends
    Pick<ButtonLook, "kind" | "icon">,
    Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "multiple" | "disabled" | "onChange"> {
  size?: "small";
  /** The accessible name of the file input, which is not shown. */
  name: string;
  /** The button's content, which is also its accessible name. */
  children: ReactNode;
  folder?: boolean;
}

/**
 * A button that opens the browser's file dialog. The file input itself is not shown: screen readers
 * would read its parts ("Browse…", "No file selected") after its name.
 */
export function FileButton(
  { kind, size, icon, name, children, folder, disabled, ...input }: FileButtonProps,
) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...{ kind, size, icon, disabled }} onClick={() => chooser.current!.click()}>
        {children}
      </Button>
      <input
        {...input}
        ref={chooser}
        type="file"
        hidden
        aria-label={name}
        disabled={disabled}
        {...folder ? { webkitdirectory: "" } : {}}
      />
    </>
  );
}
