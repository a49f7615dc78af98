/** Examples of a request in four languages, without any library. */
import type { EndpointReference } from "./reference.data.ts";

export const LANGUAGES = ["curl", "JavaScript", "Python", "PowerShell"] as const;
export type Language = typeof LANGUAGES[number];

/** `origin`: scheme and host of the server, without a trailing slash. */
export function snippet(
  language: Language,
  endpoint: Pick<EndpointReference, "name" | "example" | "envelope">,
  origin: string,
): string {
  const url = `${origin}/api/${endpoint.name}`;
  return WRITERS[language](url, endpoint.example, endpoint.envelope === "top");
}

type Writer = (url: string, input: unknown, top: boolean) => string;

const WRITERS: Readonly<Record<Language, Writer>> = {
  curl: (url, input) =>
    `curl ${url} \\
  --header 'Content-Type: application/json' \\
  --data '${json(input).replaceAll("'", String.raw`'\''`)}'`,

  JavaScript: (url, input, top) =>
    `const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(${indented(json(input), "  ")}),
});
const answer = await response.json();
if (!answer.success) throw new Error(answer.error);
console.log(${top ? "answer" : "answer.data"});`,

  Python: (url, input, top) =>
    `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    ${JSON.stringify(url)},
    headers={"Content-Type": "application/json"},
    data=json.dumps(${indented(python(input), "    ")}).encode(),
)
try:
    answer = json.load(urlopen(request))
except HTTPError as error:
    raise SystemExit(json.load(error)["error"])
print(${top ? "answer" : 'answer["data"]'})`,

  PowerShell: (url, input, top) =>
    `$body = @'
${json(input)}
'@
$answer = Invoke-RestMethod '${url}' -Method Post -ContentType 'application/json' -Body $body
$answer${top ? "" : ".data"}`,
};

function json(value: unknown): string {
  return escaped(JSON.stringify(value, null, 2));
}

/** Escapes DEL, C1 controls and bidirectional controls, which JSON does not escape, for a safe paste. */
function escaped(text: string): string {
  return text.replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""));
}

function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}

/** Returns a Python literal. Python accepts JSON's escapes in strings. */
function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return json(value);
  const list = Array.isArray(value);
  const items = list
    ? value.map(python)
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${python(item)}`);
  if (items.length === 0) return list ? "[]" : "{}";
  const inside = items.map((item) => `    ${indented(item, "    ")},\n`).join("");
  return list ? `[\n${inside}]` : `{\n${inside}}`;
}
