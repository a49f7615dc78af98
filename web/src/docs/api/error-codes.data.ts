/** The error codes of each operation, found out from its contract by the build. */
import { apiContracts } from "../../../../core/contracts.ts";
import { errorCodes } from "../../../../core/openapi.ts";

/** As "400 invalid_input", by the operation's name. */
const codesOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  apiContracts.map((contract) => [
    contract.name,
    [...errorCodes(contract)].flatMap(([status, codes]) =>
      codes.map((code) => `${status} ${code}`)
    ),
  ]),
);
export default codesOf;
