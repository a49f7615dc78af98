/** Passes pasted or dropped data to the current page, or names the data and the tools that open it. */
import { kindOfLabel } from "../../../core/x509/pem/identify.ts";
import type { IconName } from "../ui/base/icon-name.ts";
import {
  type Arrival,
  type HandOver,
  handOver,
  type Kind,
  type Takers,
  takersOfPage,
} from "../hand-over/hand-over.ts";
import { readAsText } from "../ui/form/read-file.ts";
import { blocksOf, type Parts, recognize } from "./recognize.ts";
import { readWebsite, type Website } from "./website.ts";
import { hostAddress } from "../hand-over/host-address.ts";

/** More files than this are treated as a folder and offered to the inspector. */
const FEW = 8;

interface Destination {
  readonly path: keyof HandOver;
  /** The data that is passed on in memory. */
  readonly data: HandOver[keyof HandOver];
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
}

export interface Offer {
  /** Names the data in a sentence. */
  readonly said: string;
  readonly destinations: readonly Destination[];
}

/** Returns null if the page took the data, or if it is a text of an unknown kind. */
export async function receive(arrival: Arrival): Promise<Offer | null> {
  const parts = await partsOf(arrival);
  if (give(takersOfPage(), arrival, parts)) return null;
  if (arrival.files.length === 0 && parts.has("other")) return null;
  return offerOf(arrival, parts);
}

async function partsOf({ text, files }: Arrival): Promise<Parts> {
  if (files.length === 0) return recognize(text);
  const other: Parts = new Map([["other", ""]]);
  if (files.length > FEW) return other;
  const parts = new Map<Kind, string>();
  for (const read of await Promise.all(files.map(({ file }) => readAsText(file)))) {
    if (!("text" in read)) return other;
    for (const [kind, part] of recognize(read.text)) {
      parts.set(kind, (parts.get(kind) ?? "") + part);
    }
  }
  return parts;
}

function give(takers: Takers, arrival: Arrival, parts: Parts): boolean {
  const kinds = [...parts.keys()];
  const takes = kinds.map((kind) => kind === "other" ? undefined : takers[kind]);
  if (kinds.length > 0 && takes.every((take) => take !== undefined)) {
    takes.forEach((take, index) => take(parts.get(kinds[index])!));
    return true;
  }
  return takers.all?.(arrival, kinds) ?? false;
}

const WORDS: Readonly<Record<Kind, string>> = {
  certificate: "a certificate",
  request: "a CSR",
  key: "a private key",
  pfx: "a PFX file",
  crl: "a certificate revocation list (CRL)",
  records: "CAA records",
  host: "a domain name",
  other: "",
};

export function offerOf(arrival: Arrival, parts: Parts): Offer {
  const kinds = [...parts.keys()];
  const website = readWebsite(parts.get("host") ?? "");
  return {
    said: describe(kinds, arrival, website),
    destinations: destinationsOf(arrival, parts, website),
  };
}

const CONTACTS = " If you check the website, our server will contact it.";

function describe(
  kinds: readonly Kind[],
  { files }: Arrival,
  website: Website | null,
): string {
  if (kinds.length === 0 || kinds.includes("other")) {
    return files.length === 1
      ? "The inspector shows what this file is."
      : "The inspector shows what these files are.";
  }
  if (kinds.length === 1 && kinds[0] === "host") {
    return `This is a domain name.${website?.kind === "host" ? CONTACTS : ""}`;
  }
  const words = kinds.map((kind) => WORDS[kind]);
  const isPlural = words.length > 1 || kinds[0] === "records";
  return `${isPlural ? "These are" : "This is"} ${words.join(" and ")}.`;
}

function destinationsOf(arrival: Arrival, parts: Parts, website: Website | null): Destination[] {
  const of = (kind: Kind) => parts.get(kind) ?? "";
  const holds = (...kinds: Kind[]) =>
    kinds.every((kind) => parts.has(kind)) && parts.size === kinds.length;
  const certificate = of("certificate");
  const pair = { certificate: certificate || of("request"), privateKey: of("key") };
  const inspector = open("/inspect", { ...arrival }, "inspect", "the inspector");
  if (holds("host")) {
    const domain = domainIn(of("host"));
    const caa = {
      ...open("/caa", { domain, records: "" }, "caa", ""),
      label: "See its CAA records",
    };
    // A wildcard or another port cannot be checked.
    if (website?.kind !== "host") return [caa];
    const { host } = website;
    const check: Destination = {
      ...open("/chain", { host }, "trust", ""),
      to: hostAddress(host),
      label: "Check this website",
    };
    return [check, caa];
  }
  if (holds("certificate")) {
    return [open("/chain", { certificate }, "chain", "the chain analyzer"), inspector];
  }
  if (holds("request")) {
    return [open("/csr-decoder", { csr: of("request") }, "csr-decoder", "the decoder"), inspector];
  }
  if (holds("certificate", "key")) {
    return [
      open("/match", pair, "match", "the matcher"),
      open("/pfx", pair, "pfx", "the PFX converter"),
      inspector,
    ];
  }
  if (holds("key") || holds("request", "key")) {
    return [open("/match", pair, "match", "the matcher"), inspector];
  }
  if (holds("pfx")) {
    const data = { certificate: "", privateKey: "", pfx: of("pfx") };
    return [open("/pfx", data, "pfx", "the PFX converter"), inspector];
  }
  if (holds("records")) {
    const data = { domain: "", records: of("records") };
    return [open("/caa", data, "caa", "the CAA tool"), inspector];
  }
  return [inspector];
}

function open<Path extends keyof HandOver>(
  path: Path,
  data: HandOver[Path],
  icon: IconName,
  where: string,
): Destination {
  return { path, data, to: path, icon, label: `Open in ${where}` };
}

/** Returns the domain of a URL as it was written, without its port. */
export function domainIn(text: string): string {
  return text.trim().replace(/^https?:\/\//i, "").replace(/[/?#].*$/s, "").replace(
    /:[0-9]{0,5}$/,
    "",
  );
}

/**
 * Hands files over to the tool that reads them, and returns the path of its page. The content decides,
 * not the file name extension.
 */
export async function deliver(files: readonly File[]): Promise<keyof HandOver> {
  const texts = await Promise.all(files.map((file) => readAsText(file)));
  const whole = texts.map((read) => "text" in read ? read.text : "");
  const kinds = new Set(whole.flatMap(kindsOf));
  const readable = whole.every((text) => kindsOf(text).length > 0);
  const text = whole.join("\n");
  if (readable && kinds.size === 1 && files.length === 1 && kinds.has("request")) {
    handOver("/csr-decoder", { csr: text });
    return "/csr-decoder";
  }
  if (readable && kinds.size === 1 && kinds.has("certificate")) {
    handOver("/chain", { certificate: text });
    return "/chain";
  }
  // The inspector reads everything else: keys, binary files and mixtures.
  handOver("/inspect", { files: files.map((file) => ({ path: file.name, file })), text: "" });
  return "/inspect";
}

/** The kinds of the PEM blocks in a text by their labels (RFC 7468). */
const kindsOf = (text: string) => [...blocksOf(text)].map(({ label }) => kindOfLabel(label));
