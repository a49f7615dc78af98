/** The error for a key that cannot be written in a form. */
import { OperationError } from "../../../kernel/errors.ts";
import type { PublicKey } from "../../shapes.ts";
import { describeKey } from "../comparable-keys.ts";

/**
 * The error `unsupported`, for the field that chooses the form. `form` names what was asked for.
 */
export const noSuchForm = (key: PublicKey, form: string): OperationError =>
  new OperationError("unsupported", `${describeKey(key)} CANNOT BE WRITTEN AS ${form}`, "format");
