/** "Save as" and "Copy", loaded with the first result. */
import { type ComponentProps, lazy, Suspense } from "react";

const SaveAsLoaded = lazy(() => import("./save-as.tsx"));
const CopyLoaded = lazy(() => import("./copy-result.tsx"));

export function SaveAs(props: ComponentProps<typeof SaveAsLoaded>) {
  return (
    <div data-print="none">
      <Suspense>
        <SaveAsLoaded {...props} />
      </Suspense>
    </div>
  );
}

export function CopyResult(props: ComponentProps<typeof CopyLoaded>) {
  return (
    <div data-print="none">
      <Suspense>
        <CopyLoaded {...props} />
      </Suspense>
    </div>
  );
}
