/** Takes the place of a part of a page whose code did not load. */
import { faultsOf } from "../run/faults.ts";
import type { OperationHandle } from "../run/use-operation.ts";
import { Banner } from "../ui/feedback/banner.tsx";

export function MissingPart(
  { operation }: { operation: Pick<OperationHandle, "state" | "reset"> },
) {
  const { banner } = faultsOf(operation.state, []);
  return banner && <Banner title={banner} onDismiss={operation.reset} />;
}
