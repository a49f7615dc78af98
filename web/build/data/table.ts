/** Tables in text: rows of tab-separated cells below a row of names. */

export type Row = Readonly<Record<string, string>>;

/** The rows of a table by the names of its first line. */
export function readTable(text: string): Row[] {
  const [head, ...lines] = text.trimEnd().split("\n").map((line) => line.split("\t"));
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])));
}

/** The text of a table. Throws if a cell has a tab or a line break. */
export function writeTable(names: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    names.map((name) => {
      const cell = row[name] ?? "";
      if (/[\t\r\n]/.test(cell)) {
        throw new Error(`A cell of ${name} has a tab or a line break: ${cell}`);
      }
      return cell;
    })
  );
  return [names, ...lines].map((cells) => cells.join("\t")).join("\n") + "\n";
}
