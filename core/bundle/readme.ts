/** The README of a folder: its files and its steps. It has no key and no password. */
import type { BundleFile, BundleStep, Written } from "./target.ts";

/** `target` and `owner` are their names. */
export function readmeOf(
  target: string,
  documentation: string,
  owner: string,
  { files, steps, test, undo }: Written,
): BundleFile {
  const secret = files.filter((file) => file.secret);
  const parts = [
    `Certificate of ${owner} for ${target}\n`,
    ...files.map(({ path, what }) => `  ${path}\n    ${what}\n`),
    ...secret.length === 0 ? [] : [
      `Keep ${
        secret.map(({ path }) => path).join(" and ")
      } secret. Do not mail it, and delete copies that you do not need.\n`,
    ],
    ...steps.map((step, index) => `${index + 1}. ${written(step)}`),
    `Test. ${written(test)}`,
    `Take it back. ${written(undo)}`,
    `The form is described at ${documentation}\n`,
  ];
  return {
    path: "README.txt",
    content: parts.join("\n"),
    encoding: "utf-8",
    secret: false,
    what: "The files and the steps.",
  };
}

const written = ({ text, code }: BundleStep): string =>
  code === null
    ? `${text}\n`
    : `${text}\n\n${code.split("\n").map((line) => `    ${line}`).join("\n")}\n`;
