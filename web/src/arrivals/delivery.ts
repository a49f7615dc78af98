/**
 * Passes files to the tool that reads them, by their content and not by their extension, in memory.
 */
import { readAsText } from "../ui/form/read-file.ts";
import { blocksOf } from "./recognize.ts";
import { type HandOver, handOver } from "../hand-over/hand-over.ts";

/** Passes the files to the right page, and returns the path of that page. */
export async function deliver(files: readonly File[]): Promise<keyof HandOver> {
  const texts = await Promise.all(files.map((file) => readAsText(file)));
  const whole = texts.map((read) => "text" in read ? read.text : "");
  const kinds = new Set(whole.flatMap(labelsOf));
  const readable = whole.every((text) => labelsOf(text).length > 0);
  const text = whole.join("\n");
  if (readable && kinds.size === 1 && files.length === 1 && REQUESTS.has([...kinds][0])) {
    handOver("/csr-decoder", { csr: text });
    return "/csr-decoder";
  }
  if (readable && [...kinds].every((kind) => CERTIFICATES.has(kind))) {
    handOver("/chain", { certificate: text });
    return "/chain";
  }
  // Keys, binary files and mixtures: the inspector tells everything apart.
  handOver("/inspect", { files: files.map((file) => ({ path: file.name, file })), text: "" });
  return "/inspect";
}

const REQUESTS = new Set(["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"]);
const CERTIFICATES = new Set(["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]);

/** The labels of the PEM blocks in a text (RFC 7468). */
const labelsOf = (text: string) => [...blocksOf(text)].map(({ label }) => label);
