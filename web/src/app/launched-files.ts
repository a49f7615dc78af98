/**
 * Files that the system opens with the installed app. Each goes to the tool that reads it, in memory
 * as everything else; what that is, is decided by content and not by ending.
 */
import { readAsText } from "../ui/read-file.ts";
import { type HandOver, handOver } from "./hand-over.ts";

/** The part of the File Handling API that is used; not every browser has it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** `go` leads to the page at a path. */
export function openLaunchedFiles(go: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files: handles }) => {
    if (handles.length === 0) return;
    go(await deliver(await Promise.all(handles.map((handle) => handle.getFile()))));
  });
}

/** Hands the files to the page that is right for them, and says which that is. */
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
  // Keys, what is binary or mixed: there everything is told apart.
  handOver("/inspect", { files: files.map((file) => ({ path: file.name, file })), text: "" });
  return "/inspect";
}

const REQUESTS = new Set(["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"]);
const CERTIFICATES = new Set(["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]);

const BEGIN = "-----BEGIN ";

/** The labels of the PEM blocks in a text (RFC 7468). */
function labelsOf(text: string): string[] {
  const labels: string[] = [];
  for (let at = text.indexOf(BEGIN); at !== -1; at = text.indexOf(BEGIN, at + 1)) {
    const end = text.indexOf("-----", at + BEGIN.length);
    if (end !== -1) labels.push(text.slice(at + BEGIN.length, end));
  }
  return labels;
}
