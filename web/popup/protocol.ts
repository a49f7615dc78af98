/**
 * The messages between the CSR popup and its host, the page that opened or framed it.
 *
 * The host is the parent of a frame, or the opener of a window. The referrer contains its origin.
 * Without a referrer, the host can only be a page of this site. Messages are accepted only from the
 * host's window and origin, and posted only to that origin, never to "*". A page with an opaque origin
 * (in a sandboxed frame) neither sends nor receives messages.
 */

import { type PopupMessage, type Prefill, SOURCE } from "./messages.ts";

type WithoutSource<M> = M extends { source: unknown } ? Omit<M, "source"> : never;

/** How this page was opened. */
export type Embedding =
  /** Opened without a host. */
  | { kind: "alone" }
  | { kind: "host"; framed: boolean; target: MessageTarget; origin: string }
  /** The host's origin is unknown, so no messages are exchanged. */
  | { kind: "unknown"; framed: boolean }
  /** This page has an opaque origin, because it is in a sandboxed frame. */
  | { kind: "opaque"; framed: boolean };

/** The part of a window that receives messages. */
interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string): void;
}

/** The part of this window that the protocol uses. */
export interface PopupWindow {
  /** "null" if it is opaque. */
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

/** Determines the host and its origin. */
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
    // Without a referrer the host may be any site. It is this site only if its document is
    // accessible.
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

/** Posts a message to the host. Does nothing without a known host. */
export function postToHost(embedding: Embedding, message: WithoutSource<PopupMessage>): void {
  if (embedding.kind !== "host") return;
  embedding.target.postMessage({ source: SOURCE, ...message }, embedding.origin);
}

/**
 * Listens for prefill messages of the host, and posts "ready" to the host. Returns a function that
 * stops listening.
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

/** The maximum length of a text, which is more than any field of the form accepts. */
const MAX_TEXT = 1000;
const TEXT_FIELDS = ["commonName", "organization", "email"] as const;

/** Returns the data of a prefill message; null for other messages and for invalid data. */
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
