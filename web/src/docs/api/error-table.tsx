/** The table of errors, loaded when the page is alive: it is longer than all that stands above it. */
import { ERROR_TEXTS } from "../../../../core/error-texts.ts";
import type { ServerErrorCode } from "../../../../core/errors.ts";
import { STATUS } from "../../../../core/status.ts";
import { DataTable } from "../../ui/document.tsx";

type Row = [status: string, code: string, error: string, meaning: string];

/** Status, code, text and meaning of each error, as the API sends them. */
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

export default function ErrorTable() {
  return (
    <DataTable
      caption="By status"
      columns={[
        { title: "Status" },
        { title: "Code", data: true },
        { title: "Error", data: true },
        { title: "Meaning" },
      ]}
      rows={errorRows()}
    />
  );
}
