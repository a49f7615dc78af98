/**
 * Writes web/build/reference/examples.json: for each rule an input that breaks it, and one that breaks no
 * rule. For the linter, both are certificates out of the cases of tests/core/x509/rules. Run `deno task
 * generated rules` after a change of a case. The result is the same in every run.
 */
import { lint } from "../../core/x509/rules/lint/lint.ts";
import { RULES } from "../../core/x509/rules/catalogue.ts";
import { LINTS } from "../../core/x509/rules/lint/catalogue.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { type Profile, PROFILES, type Rule } from "../../core/x509/rules/rule.ts";
import { appliesIn } from "../../core/x509/rules/checklist.ts";
import type { Examples } from "../../web/build/reference/rule-pages.ts";
import { CASES } from "../core/x509/rules/all-cases.ts";
import { mail } from "../core/x509/rules/mail-cases.ts";
import { intermediate, leaf, root } from "../core/x509/rules/maker.ts";
import { examplesOfFiles, findingsIn } from "./examples-of-files.ts";

const FILE = new URL("../../web/build/reference/examples.json", import.meta.url);

const USUAL = { leaf: leaf(), intermediate: intermediate(), root: root() };
/** The certificates that follow a rule, for a rule whose own may break others. */
const GOOD = [mail(), ...Object.values(CASES).flatMap(({ good }) => good ?? [])];

const breaks = (certificate: Certificate, profile: Profile) =>
  lint(certificate, profile).findings.map(({ code }): string => code);

/** The content of the file. */
export async function ruleExamples(): Promise<Examples> {
  const usable: string[] = [];
  const placeOf = ({ bytes }: Certificate) => {
    const text = bytes.toBase64();
    return usable.includes(text) ? usable.indexOf(text) : usable.push(text) - 1;
  };
  const rules = Object.entries(CASES).map(([code, { bad, good, as }]) => {
    const rule: Rule<never> = { ...RULES, ...LINTS }[code as keyof typeof LINTS];
    const judgedAs = as ?? PROFILES.find((profile) => appliesIn(rule, profile))!;
    const { role } = lint(bad, judgedAs);
    const clean = [good, USUAL[role], ...GOOD].find((each) =>
      each && breaks(each, judgedAs).length === 0 && lint(each, judgedAs).role === role
    );
    if (!clean) throw new Error(`${code}: no certificate breaks no rule as ${judgedAs}`);
    return [code, { judgedAs, bad: bad.bytes.toBase64(), good: placeOf(clean) }] as const;
  });
  const files: [code: string, Examples["files"][string]][] = [];
  for (const [code, example] of Object.entries(examplesOfFiles)) {
    const found = (await findingsIn(example, "bad")).find((finding) => finding.code === code);
    if (!found) throw new Error(`The example of ${code} does not break it`);
    files.push([code, { ...example, message: found.message }]);
  }
  return { good: usable, rules: Object.fromEntries(rules), files: Object.fromEntries(files) };
}

if (import.meta.main) {
  await Deno.writeTextFile(FILE, JSON.stringify(await ruleExamples(), null, 2) + "\n");
}
