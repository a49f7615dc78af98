/**
 * The messages between the CSR popup and its host, the page that opened or framed it.
 *
 * Rules: the host is the parent of a frame, else the opener of a window. Its origin is the
 * referrer's, or this page's own if there is no referrer. A message counts only if it comes from
 * the host's window and from that origin. What is posted names that origin as its target and never
 * "*". A page in an opaque origin (a sandboxed frame) neither sends nor receives messages.
 */

import { type PopupMessage, type Prefill, SOURCE } from "./messages.ts";

type WithoutSource<M> = M extends { source: unknown } ? Omit<M, "source"> : never;

/** How this page came to be shown. */
export type Embedding =
  /** The page was opened by itself: there is no host. */
  | { kind: "alone" }
  | { kind: "host"; framed: boolean; target: MessageTarget; origin: string }
  /** There is a host whose origin is unknown: no message is exchanged. */
  | { kind: "unknown"; framed: boolean }
  /** This page has an opaque origin, because the frame around it is sandboxed. */
  | { kind: "opaque"; framed: boolean };

/** The part of a window that is posted to. */
interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string): void;
}

/** The part of this window that the protocol uses. */
export interface PopupWindow {
  /** "null" where it is opaque. */
  readonly origin: string;
  readonly parent: unknown;
  readonly opener: unknown;
  readonly document: { readonly referrer: string };
  readonly location: {
    readonly origin: string;
    readonly ancestorOrigins?: { readonly length: number; [index: number]: string };
  };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** Finds the host and its origin. */
export function findEmbedding(window: PopupWindow): Embedding {
  const framed = window.parent !== window;
  const target = (framed ? window.parent : window.opener) as MessageTarget | null;
  if (window.origin === "null") return { kind: "opaque", framed };
  if (!target) return { kind: "alone" };
  const own = window.location.origin;
  const origin = originOf(window.document.referrer) ?? own;
  const ancestors = window.location.ancestorOrigins;
  const isSure = framed && ancestors
    ? ancestors[0] === origin
    // Without a referrer the host may be anybody. It is this site only if its document can be
    // accessed.
    : origin !== own || isSameOrigin(target, own);
  return isSure ? { kind: "host", framed, target, origin } : { kind: "unknown", framed };
}

function originOf(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { protocol, origin } = new URL(referrer);
  return protocol === "https:" || protocol === "http:" ? origin : null;
}

function isSameOrigin(target: MessageTarget, origin: string): boolean {
  try {
    return (target as unknown as { location: { origin: string } }).location.origin === origin;
  } catch {
    return false;
  }
}

/** Posts a message to the host; does nothing if no host is known. */
export function postToHost(embedding: Embedding, message: WithoutSource<PopupMessage>): void {
  if (embedding.kind !== "host") return;
  embedding.target.postMessage({ source: SOURCE, ...message }, embedding.origin);
}

/**
 * Listens for the host's prefill messages, and tells the host that it does. Returns a function that
 * stops it.
 */
export function listenToHost(
  window: PopupWindow,
  embedding: Embedding,
  onPrefill: (data: Prefill) => void,
): () => void {
  if (embedding.kind !== "host") return () => {};
  const listener = (event: MessageEvent) => {
    if (event.source !== embedding.target || event.origin !== embedding.origin) return;
    const data = readPrefill(event.data);
    if (data) onPrefill(data);
  };
  window.addEventListener("message", listener);
  postToHost(embedding, { type: "ready" });
  return () => window.removeEventListener("message", listener);
}

/** More characters than any field of the form takes. */
const MAX_TEXT = 1000;
const TEXT_FIELDS = ["commonName", "organization", "email"] as const;

/** The data of a prefill message. Null if the message is none, or if any part of it is wrong. */
export function readPrefill(message: unknown): Prefill | null {
  if (!isRecord(message) || message.source !== SOURCE || message.type !== "prefill") return null;
  const { data } = message;
  if (!isRecord(data)) return null;
  const prefill: Prefill = {};
  for (const field of TEXT_FIELDS) {
    if (!Object.hasOwn(data, field) || data[field] === undefined) continue;
    const value = data[field];
    if (typeof value !== "string" || value.length > MAX_TEXT) return null;
    prefill[field] = value;
  }
  if (Object.hasOwn(data, "certificateType") && data.certificateType !== undefined) {
    const type = data.certificateType;
    if (type !== "SSL/TLS" && type !== "S/MIME") return null;
    prefill.certificateType = type;
  }
  return prefill;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
