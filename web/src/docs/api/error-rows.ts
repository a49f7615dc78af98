/** The table of errors: status, code, text and meaning of each, as the API sends them. */
import { ERROR_TEXTS } from "../../../../core/error-texts.ts";
import type { ServerErrorCode } from "../../../../core/kernel/errors.ts";
import { STATUS } from "../../../../core/status.ts";

type Row = [status: string, code: string, error: string, meaning: string];

export function errorRows(): Row[] {
  const codes = Object.keys(STATUS) as ServerErrorCode[];
  return codes
    .filter((code) => ERROR_TEXTS[code].texts.length > 0)
    .sort((a, b) => STATUS[a] - STATUS[b])
    .map((code) => {
      const { texts, more, meaning } = ERROR_TEXTS[code];
      const error = texts.join(more ? "; " : " or ");
      return [String(STATUS[code]), code, more ? `for example ${error}` : error, meaning];
    });
}
