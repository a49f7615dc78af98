/** The error codes of each operation, derived from its contract by the build. */
import { errorCodes } from "../../../../api/openapi.ts";
import { offered } from "../../../../core/operations.ts";

/** As "400 invalid_input", by the operation's name. */
const codesOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  offered.map(({ contract }) => [
    contract.name,
    [...errorCodes(contract)].flatMap(([status, codes]) =>
      codes.map((code) => `${status} ${code}`)
    ),
  ]),
);
export default codesOf;
