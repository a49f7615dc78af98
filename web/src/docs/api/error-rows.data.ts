/** The table of errors: status, code, text and meaning of each, as the API sends them; made by the build. */
import { ERROR_TEXTS } from "../../../../api/error-texts.ts";
import type { ServerErrorCode } from "../../../../core/kernel/errors.ts";
import { STATUS } from "../../../../api/status.ts";

type Row = [status: string, code: string, error: string, meaning: string];

const rows: readonly Row[] = (Object.keys(STATUS) as ServerErrorCode[])
  .filter((code) => ERROR_TEXTS[code].texts.length > 0)
  .sort((a, b) => STATUS[a] - STATUS[b])
  .map((code) => {
    const { texts, more, meaning } = ERROR_TEXTS[code];
    const error = texts.map((text) => text.toUpperCase()).join(more ? "; " : " or ");
    return [String(STATUS[code]), code, more ? `for example ${error}` : error, meaning];
  });
export default rows;
