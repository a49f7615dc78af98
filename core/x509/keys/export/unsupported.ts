/** What is said where a key has no such form. */
import { OperationError } from "../../../kernel/errors.ts";
import type { PublicKey } from "../../shapes.ts";
import { described } from "../comparable-keys.ts";

/**
 * The error `unsupported`, for the field that chooses the form. `form` names what was asked for.
 */
export const noSuchForm = (key: PublicKey, form: string): OperationError =>
  new OperationError("unsupported", `${described(key)} CANNOT BE WRITTEN AS ${form}`, "format");
