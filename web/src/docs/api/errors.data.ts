/** The errors of the API for its documentation: the build evaluates this file. */
import { errorCodes } from "../../../../api/docs/openapi.ts";
import { offered } from "../../../../core/operations.ts";
import type { ServerErrorCode } from "../../../../core/kernel/errors.ts";
import { inCapitals } from "../../../../core/kernel/texts.ts";
import { ERROR_TEXTS, STATUS } from "../../../../api/http/errors.ts";

/** "400 invalid_input" and the like, by the operation's name. */
const codes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  offered.map(({ contract }) => [
    contract.name,
    [...errorCodes(contract)].flatMap(([status, codes]) =>
      codes.map((code) => `${status} ${code}`)
    ),
  ]),
);
type Row = [status: string, code: string, error: string, meaning: string];

/** The table of errors, with the texts that the API sends. */
const rows: readonly Row[] = (Object.keys(STATUS) as ServerErrorCode[])
  .filter((code) => ERROR_TEXTS[code].texts.length > 0)
  .sort((a, b) => STATUS[a] - STATUS[b])
  .map((code) => {
    const { texts, more, meaning } = ERROR_TEXTS[code];
    const error = texts.map(inCapitals).join(more ? "; " : " or ");
    return [String(STATUS[code]), code, more ? `for example ${error}` : error, meaning];
  });
export default { codes, rows };
