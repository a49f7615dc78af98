/**
 * Suggestions for anything that a user types or pastes: data, a website, an object identifier, an error text, or words.
 * Nothing is sent and nothing is kept; a suggestion acts when the user chooses it.
 */
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { offerOf } from "../arrivals/receive.ts";
import { recognize } from "../arrivals/recognize.ts";
import { readWebsite } from "../arrivals/website.ts";
import { errorPath } from "../docs/errors/error-text.ts";
import { errorsIn } from "../docs/errors/errors-in.ts";
import errorSigns from "../docs/errors/signs.data.ts";
import { type HandOver, handOver } from "../hand-over/hand-over.ts";
import { hostAddress } from "../hand-over/host-address.ts";
import { rulePath } from "../page/reference.ts";
import type { IconName } from "../ui/base/icon-name.ts";
import { documentOf } from "../ui/certificate/oid-link.tsx";
import type { PageObject } from "../hand-over/page-objects.ts";
import catalogue from "./catalogue.data.ts";
import type terms from "./terms.data.ts";

export interface Suggestion {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  /** The page that it opens, or an address elsewhere; null if it shows a part of the current page. */
  readonly to: string | null;
  /** Called before the page opens. */
  readonly prepare?: () => void;
}

/** Null until it has loaded. */
export type Terms = typeof terms | null;

interface Suggested {
  readonly suggestions: readonly Suggestion[];
  /** False if nothing fits the words, so that the suggestions are only a start. */
  readonly isFound: boolean;
}

const MOST = 8;
/** The suggestions for words that fit nothing, by path. */
const STARTS = ["/inspect", "/chain", "/csr"];

const CONTACTS = "Our server will contact it on port 443";

export function suggest(
  text: string,
  objects: readonly PageObject[],
  terms: Terms,
): Suggested {
  const typed = text.trim();
  if (typed === "") return found([...objectsFor(null, objects), ...catalogue.map(pageOf)]);
  const parts = recognize(text);
  if (!parts.has("host") && (!parts.has("other") || privateKeyIn(text) !== null)) {
    return found(dataFor(text));
  }
  const tokens = tokensOf(typed);
  const special = [
    ...hostsFor(typed),
    ...oidsFor(typed, terms),
    ...errorsIn(typed).map(errorOf),
  ];
  const scored = [...objectsFor(tokens, objects), ...pagesFor(tokens), ...termsFor(tokens, terms)];
  // An object of the page opens without any contact to a server.
  const isNamed = ({ label }: { label: string }) => label.toLowerCase() === typed.toLowerCase();
  const named = objectsFor(tokens, objects.filter(isNamed));
  const all = [...named, ...special, ...scored].filter((one, at, list) =>
    list.findIndex(({ label, to }) => label === one.label && to === one.to) === at
  );
  return all.length > 0 ? found(all) : {
    suggestions: STARTS.map((path) => pageOf(catalogue.find((page) => page.path === path)!)),
    isFound: false,
  };
}

const found = (suggestions: readonly Suggestion[]): Suggested => ({
  suggestions: suggestions.slice(0, MOST),
  isFound: true,
});

/** Data is handed over in memory to the tools that read it. */
function dataFor(text: string): Suggestion[] {
  const { said, destinations } = offerOf({ text, files: [] }, recognize(text));
  return destinations.map(({ path, data, to, icon, label }) => ({
    ...{ label, icon, to, hint: said },
    prepare: () => handOver(path, data),
  }));
}

const giving = <Path extends keyof HandOver>(path: Path, data: HandOver[Path]) => ({
  to: path as string,
  prepare: () => handOver(path, data),
});

/** A website, or words with one: "csr for shop.example". Each word decides which tool comes first. */
function hostsFor(typed: string): Suggestion[] {
  const names = typed.split(/[\s,;]+/).slice(0, 50).map(readWebsite)
    .flatMap((website) => website?.kind === "host" ? [website] : []);
  const [name] = names;
  if (!name) return [];
  const { host } = name;
  const words = tokensOf(typed);
  const all: (Suggestion & { readonly for: RegExp })[] = [
    {
      for: /^(?:check|chain|website|expir|valid|trust|works?)/,
      label: `Check ${host}`,
      hint: CONTACTS,
      icon: "trust",
      ...giving("/chain", { host }),
      to: hostAddress(host),
    },
    {
      for: /^(?:csr|request|renew|key)/,
      label: `Create a CSR for ${host}`,
      hint: "On this device",
      icon: "csr",
      ...giving("/csr", { name: host }),
    },
    {
      for: /^(?:caa|dns|records?)/,
      label: `See the CAA records of ${host}`,
      hint: "Our server will ask the DNS when you press Look up",
      icon: "caa",
      ...giving("/caa", { domain: host, records: "" }),
    },
  ];
  const isMeant = (one: typeof all[number]) => words.some((word) => one.for.test(word));
  return all.toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)))
    .map(({ for: _, ...one }) => one);
}

/** An object identifier in dotted form: its name, and the document that defines it. */
function oidsFor(typed: string, terms: Terms): Suggestion[] {
  if (!/^[0-2](?:\.\d{1,39}){2,40}$/.test(typed)) return [];
  const name = terms?.oidNames[typed];
  const document = documentOf(typed);
  if (!name && !document) return [];
  return [{
    label: name ? `${typed} is ${name}` : typed,
    hint: document ? `Opens ${document.name} on another site` : "Opens the inspector",
    icon: "info",
    to: document?.href ?? "/inspect",
  }];
}

const errorOf = ({ id, text }: { id: string; text: string }): Suggestion => ({
  label: text,
  hint: "Its causes and how to fix it",
  icon: "warn",
  to: errorPath(id),
});

const pageOf = ({ path, label, lead, icon }: typeof catalogue[number]): Suggestion => ({
  label,
  hint: lead,
  icon,
  to: path,
});

/** Words that say nothing about the subject. */
const EMPTY_WORDS = new Set(
  ("a an and are as at be but can do does for from get give have help how i in is it make me my need not of on or " +
    "our please send show so that the this to us want we what when where which why will with you your")
    .split(" "),
);

const tokensOf = (typed: string): string[] =>
  typed.toLowerCase().slice(0, 300).split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word));

const fitOf = (tokens: readonly string[], text: string): number => fitting(tokens, text).length;

/** The words of the user that begin a word of the text. */
function fitting(tokens: readonly string[], text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}#]+/u);
  return tokens.filter((token) =>
    words.some((word) =>
      word.startsWith(token) ||
      word.length > 3 && token.startsWith(word) && token.length - word.length < 3
    )
  );
}

/** A word that many pages have, such as "certificate", counts less than one that few have. */
function pagesFor(tokens: readonly string[]): Suggestion[] {
  const fits = catalogue.map(({ label, words, lead }) => [
    ...repeated(fitting(tokens, label), 4),
    ...repeated(fitting(tokens, words.join(" ")), 3),
    ...fitting(tokens, lead),
  ]);
  const pagesWith = new Map(
    tokens.map((token) => [token, fits.filter((fit) => fit.includes(token)).length]),
  );
  return best(catalogue.map((page, at) => ({
    one: pageOf(page),
    fit: fits[at].reduce((sum, token) => sum + 1 / pagesWith.get(token)!, 0),
  })));
}

const repeated = (tokens: readonly string[], times: number): string[] =>
  Array.from({ length: times }, () => tokens).flat();

function termsFor(tokens: readonly string[], terms: Terms): Suggestion[] {
  const most = (fit: number) => fit === tokens.length ? fit : 0;
  return best([
    ...errorSigns.map(({ id, text, signs }) => ({
      one: errorOf({ id, text }),
      fit: most(fitOf(tokens, signs.join(" "))),
    })),
    ...(terms?.rules ?? []).map(([code, title]) => ({
      one: {
        label: title,
        hint: `Rule ${code}`,
        icon: "good" as const,
        to: rulePath(code),
      },
      fit: most(fitOf(tokens, `${code.replaceAll("_", " ")} ${title}`)),
    })),
  ]).slice(0, 4);
}

/** `tokens`: null for all objects. */
function objectsFor(
  tokens: readonly string[] | null,
  objects: readonly PageObject[],
): Suggestion[] {
  const fits = (text: string) =>
    tokens === null || tokens.length > 0 && fitOf(tokens, text) === tokens.length;
  return objects.filter(({ label, hint }) => fits(`${label} ${hint}`))
    .slice(0, 4)
    .map(({ label, hint, show }) => ({ label, hint, icon: "file", to: null, prepare: show }));
}

function best(all: readonly { one: Suggestion; fit: number }[]): Suggestion[] {
  return all.filter(({ fit }) => fit > 0).sort((a, b) => b.fit - a.fit).map(({ one }) => one);
}
