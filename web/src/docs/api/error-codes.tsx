import { Chips } from "../../ui/data/chips.tsx";
import codesOf from "./error-codes.data.ts";

/** The error codes that an operation may answer. */
export default function ErrorCodes({ operation }: { operation: string }) {
  return <Chips words={codesOf[operation] ?? []} />;
}
