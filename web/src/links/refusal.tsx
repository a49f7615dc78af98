/** Says why a link was not opened. */
import type { ReactNode } from "react";
import { Button } from "../ui/base/button.tsx";
import { cornerToast } from "../ui/feedback/corner-toast.ts";
import { Toast } from "../ui/feedback/toast.tsx";

export function Refusal({ children }: { children?: ReactNode }) {
  return (
    <Toast
      actions={
        <Button size="small" kind="quiet" onClick={() => cornerToast.set(null)}>Dismiss</Button>
      }
    >
      {children}
    </Toast>
  );
}
