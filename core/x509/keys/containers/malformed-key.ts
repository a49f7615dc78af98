/** A key that is not DER and breaks the form that it is written in. */
import { OperationError } from "../../../kernel/errors.ts";

/** `reason` says what is wrong in words, and nothing of the key. */
export class MalformedKey extends OperationError {
  constructor(reason: string) {
    super("unreadable", reason);
  }
}
