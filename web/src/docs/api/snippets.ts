/** Examples of a request in eight languages, without any library. */
import type { EndpointReference } from "./reference.data.ts";

export const LANGUAGES = [
  "curl",
  "JavaScript",
  "Python",
  "Go",
  "C#",
  "Java",
  "PHP",
  "PowerShell",
] as const;
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

  Go: (url, input, top) =>
    `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"strings"
)

func main() {
	body := \`${json(input).replaceAll("`", '` + "`" + `')}\`
	response, err := http.Post("${url}", "application/json", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var answer map[string]any
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	if answer["success"] != true {
		log.Fatal(answer["error"])
	}
	fmt.Println(${top ? "answer" : 'answer["data"]'})
}`,

  // JSON never has three quotes in a row, so it fits into the raw strings of C# and the text blocks of Java.
  "C#": (url, input, top) =>
    `using System.Text;
using System.Text.Json;

var body = """
${json(input)}
""";
using var client = new HttpClient();
using var content = new StringContent(body, Encoding.UTF8, "application/json");
using var response = await client.PostAsync("${url}", content);
var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
if (!answer.GetProperty("success").GetBoolean())
    throw new Exception(answer.GetProperty("error").GetString());
Console.WriteLine(${top ? "answer" : 'answer.GetProperty("data")'});`,

  // Java has no reader of JSON, so the whole answer is printed.
  Java: (url, input) =>
    `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Call {
    public static void main(String[] arguments) throws Exception {
        var body = """
${inAscii(json(input)).replaceAll("\\", "\\\\")}
""";
        var request = HttpRequest.newBuilder(URI.create("${url}"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        var response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new IllegalStateException(response.body());
        System.out.println(response.body());
    }
}`,

  PHP: (url, input, top) =>
    `<?php
$body = <<<'JSON'
${json(input)}
JSON;
$context = stream_context_create(["http" => [
    "method" => "POST",
    "header" => "Content-Type: application/json",
    "content" => $body,
    "ignore_errors" => true,
]]);
$answer = json_decode(file_get_contents("${url}", false, $context), true);
if (!$answer["success"]) {
    throw new Exception($answer["error"]);
}
print_r(${top ? "$answer" : '$answer["data"]'});`,

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
const escaped = (text: string): string => asEscapes(text, /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu);

/** Before version 18, Java reads its sources in the encoding of the system. */
const inAscii = (text: string): string => asEscapes(text, /\P{ASCII}/gu);

/** Writes characters as JSON's escapes. */
function asEscapes(text: string, characters: RegExp): string {
  return text.replace(characters, (character) =>
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
