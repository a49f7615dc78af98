/** What is done with a result, loaded when there is one. */
import { type ComponentProps, lazy, Suspense } from "react";

const LoadedSaveAs = lazy(() => import("./save-as.tsx"));
const LoadedCopy = lazy(() => import("./copy-result.tsx"));

export function SaveAs(props: ComponentProps<typeof LoadedSaveAs>) {
  return (
    <Suspense>
      <LoadedSaveAs {...props} />
    </Suspense>
  );
}

/** Copies the whole result. */
export function CopyResult(props: ComponentProps<typeof LoadedCopy>) {
  return (
    <Suspense>
      <LoadedCopy {...props} />
    </Suspense>
  );
}
