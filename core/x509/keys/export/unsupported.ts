/** What is said where a key has no such form. */
import { OperationError } from "../../../kernel/errors.ts";
import type { PublicKey } from "../../shapes.ts";
import { described } from "../comparable-keys.ts";

/** `form` names what was asked for. Reported for the field that chooses it. */
export const noSuchForm = (key: PublicKey, form: string): OperationError =>
  new OperationError("unsupported", `${described(key)} CANNOT BE WRITTEN AS ${form}`, "format");
