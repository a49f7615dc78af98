/** "Save as", loaded when there is something to save. */
import { type ComponentProps, lazy, Suspense } from "react";

const Loaded = lazy(() => import("./save-as.tsx"));

export function SaveAs(props: ComponentProps<typeof Loaded>) {
  return (
    <div data-print="none">
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </div>
  );
}
