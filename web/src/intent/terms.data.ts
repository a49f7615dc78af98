/** The rules by code and title, and the names of object identifiers: loaded when the search has opened. */
import { identifierName } from "../../../core/x509/objects/identifier-names.ts";
import { RULES } from "../../../core/x509/rules/catalogue.ts";
import { LINTED } from "../../../core/x509/rules/lint/lint.ts";
import type { Rule } from "../../../core/x509/rules/rule.ts";

const all = { ...LINTED, ...RULES } as Readonly<Record<string, Rule<never>>>;

/** The arcs whose members have names, and the highest member that is looked at. */
const ARCS = [
  "2.5.4",
  "2.5.29",
  "1.2.840.10045.2",
  "1.2.840.10045.3.1",
  "1.2.840.10045.4",
  "1.2.840.10045.4.3",
  "1.2.840.113549.1.1",
  "1.2.840.113549.1.9",
  "1.3.6.1.5.5.7.1",
  "1.3.6.1.5.5.7.3",
  "1.3.6.1.5.5.7.11",
  "1.3.6.1.4.1.11129.2.4",
  "1.3.101",
  "1.3.132.0",
  "2.16.840.1.101.3.4.2",
  "2.16.840.1.101.3.4.3",
];
const HIGHEST = 130;

const oidNames: Record<string, string> = {};
for (const arc of ARCS) {
  for (let member = 0; member <= HIGHEST; member++) {
    const oid = `${arc}.${member}`;
    const name = identifierName(oid);
    if (name !== null) oidNames[oid] = name;
  }
}

export default {
  rules: Object.entries(all).map(([code, { title }]): readonly [code: string, title: string] => [
    code,
    title,
  ]),
  oidNames: oidNames as Readonly<Record<string, string>>,
};
