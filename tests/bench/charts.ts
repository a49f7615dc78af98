/**
 * Bar charts as SVG: a group for each result, a bar for each contender. The colors follow the
 * reader's light or dark setting. Without a date the file changes only with the figures.
 */
import { amount, formatRatio, type Result } from "./harness.ts";

/** The least width of the names' column. */
const NAMES = 210;
const BAR = 320;
const VALUES = 190;
/** The average width of a letter at 13 px in the widest font to expect. */
const LETTER = 7.7;
const ROW = 22;
const HEAD = 40;

const STYLE = `
  text { font: 13px ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; fill: #55575c; }
  .head { font-weight: 600; fill: #17191c; }
  .own { fill: #17191c; font-weight: 600; }
  .ours { fill: #0b5f5a; }
  .peer { fill: #b3b2a9; }
  @media (prefers-color-scheme: dark) {
    text { fill: #a7adb5; }
    .head, .own { fill: #eef0f2; }
    .ours { fill: #5fd0c5; }
    .peer { fill: #4a5159; }
  }
`;

/** A section's results as one picture. */
export function chart(title: string, results: readonly Result[]): string {
  const parts: string[] = [];
  const names = results.flatMap(({ ours, peers }) => [ours, ...peers]).map(({ name }) => name);
  const longest = Math.max(...names.map(({ length }) => length));
  const left = Math.max(NAMES, Math.ceil(LETTER * longest) + 8);
  let width = left + BAR + VALUES;
  let y = 0;
  for (const { name, unit, ours, peers } of results) {
    const bars = [{ ...ours, ratio: null }, ...peers];
    const most = Math.max(...bars.map(({ value }) => value));
    const head = unit === "/s" ? name : `${name} (less is better)`;
    width = Math.max(width, Math.ceil(LETTER * head.length));
    parts.push(text(0, y + 24, "head", head));
    y += HEAD;
    for (const { name, value, ratio } of bars) {
      const own = ratio === null;
      const length = Math.max(BAR * value / most, 2).toFixed(1);
      parts.push(text(0, y + 12, own ? "own" : "", name));
      parts.push(
        `<rect class="${
          own ? "ours" : "peer"
        }" x="${left}" y="${y}" width="${length}" height="15" rx="3"/>`,
      );
      const shown = amount(unit, value);
      const label = own ? shown : `${shown}, ours is ${formatRatio(ratio)}`;
      parts.push(text(left + Number(length) + 8, y + 12, own ? "own" : "", label));
      y += ROW;
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-labelledby="title">`,
    `<title id="title">${escape(title)}: ours compared with peers</title>`,
    `<style>${STYLE}</style>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function text(x: number, y: number, kind: string, content: string): string {
  const shown = kind ? ` class="${kind}"` : "";
  return `<text x="${x}" y="${y}"${shown}>${escape(content)}</text>`;
}

function escape(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
