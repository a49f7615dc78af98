import { DataTable } from "../../ui/layout/document.tsx";
import rows from "./error-rows.data.ts";

/** The table of errors; loaded when the page is alive. */
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
      rows={rows}
    />
  );
}
