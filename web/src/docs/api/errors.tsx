import { Chips } from "../../ui/data/value.tsx";
import errors from "./errors.data.ts";
import { DataTable } from "../../ui/layout/document.tsx";

/** The error codes of an operation. */
export function ErrorCodes({ operation }: { operation: string }) {
  return <Chips words={errors.codes[operation] ?? []} />;
}

/** The table of errors, loaded after hydration. */
export function ErrorTable() {
  return (
    <DataTable
      caption="By status"
      columns={[
        { title: "Status" },
        { title: "Code", data: true },
        { title: "Error", data: true },
        { title: "Meaning" },
      ]}
      rows={errors.rows}
    />
  );
}
