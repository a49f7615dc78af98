/** The report as JUnit's XML, which build servers show as tests. */
import { FAIL_ON, type FailOn, type Report } from "../report.ts";
import { visible } from "../../core/kernel/formatting.ts";

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** XML 1.0 has no form for U+FFFE and U+FFFF. */
const NOT_XML = /[\ufffe\uffff]/g;
const inXml = (text: string): string =>
  visible(text).replace(NOT_XML, "\ufffd").replace(
    /[&<>"']/g,
    (mark) => ENTITIES[mark],
  );

/** One case for each statement. It fails from the level of --fail-on on. */
export function asJunit(
  { command, answered, failed }: Report,
  failOn: FailOn,
): string {
  const levels: readonly string[] = FAIL_ON[failOn];
  let failures = 0;
  const cases = answered.flatMap(({ name, verdict }) =>
    verdict.statements.map(({ code, level, text }) => {
      const open = `    <testcase classname="${inXml(name)}" name="${inXml(code)}"`;
      if (!levels.includes(level)) return `${open}/>`;
      failures++;
      return `${open}>\n      <failure type="${level}" message="${inXml(text)}"/>\n    </testcase>`;
    })
  );
  for (const { name, code, message } of failed) {
    cases.push(
      `    <testcase classname="${inXml(name)}" name="${code}">\n` +
        `      <error message="${inXml(message)}"/>\n    </testcase>`,
    );
  }
  const counts = `tests="${cases.length}" failures="${failures}" errors="${failed.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="ssl-tools ${command}" ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}
