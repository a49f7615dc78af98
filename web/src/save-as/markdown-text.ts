/** Text in Markdown that means only itself (CommonMark 0.31, and GitHub's tables and ~~~). */

/** Punctuation that means something wherever it is. A "&" begins a character reference. */
const ANYWHERE = /[\\`*_[\]<>|~]|&(?=[#A-Za-z])/g;

/** Text in one line, with what means something in Markdown escaped, at the start of a line too. */
export function plainText(text: string): string {
  return text.replace(/\s+/g, " ").trim()
    .replace(ANYWHERE, "\\$&")
    // A heading, its underline, or an item of a list.
    .replace(/^(\d{1,9}(?=[.)])|(?=[-+=#]))/, "$1\\")
    // A heading drops these.
    .replace(/(?<!\\)#(?=#*$)/g, "\\#");
}

/** A block of code, whose fence is longer than any row of backticks in it. */
export function codeBlock(code: string): string {
  const fence = "`".repeat(Math.max(3, longestRow(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

/** Code in one line; a command that goes over several lines is joined. */
export function codeSpan(code: string): string {
  const line = code.replace(/\\\n/g, " ").replace(/\s+/g, " ").trim();
  const longest = longestRow(line);
  if (longest === 0) return `\`${line}\``;
  const fence = "`".repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

function longestRow(text: string): number {
  let longest = 0;
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length);
  return longest;
}
