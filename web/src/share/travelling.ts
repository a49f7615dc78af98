/** Makes the texts that leave a result, when the user opens the menu "Share". */
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { mailText, requestReply, shortMarkdown } from "../../../core/verdict/text/short.ts";
import { hostAddress } from "../hand-over/host-address.ts";
import { linkTo, publicPart, type Refused } from "../links/link.ts";
import type { Linked, Shared } from "./shared.ts";

/** A text, and a sentence about it that the user should read. */
type Made = { readonly text: string; readonly note: string } | Refused;

export interface Travelling {
  readonly mail: Made;
  readonly link: Made;
  readonly markdown: Made;
  /** Null without a CSR. */
  readonly reply: Made | null;
}

export const READABLE = "Whoever has this link can read these names.";
const NO_LINK =
  "A link holds only public objects: certificates, CSRs, CRLs and CAA records. This result has a part that is not public.";
const HOLDS_KEY = "This text has a private key in it, so we did not copy it.";

export async function travelling(shared: Shared): Promise<Travelling> {
  const link = await linkOf(shared.link);
  const isLink = "text" in link;
  const address = isLink ? link.text : location.origin + location.pathname;
  const note = isLink ? link.note : "";
  const { request } = shared;
  const csr = request ? publicPart("/csr-decoder", request.csr) : "";
  return {
    link,
    mail: checked(mailText(shared, address), note),
    markdown: checked(shortMarkdown(shared, address), note),
    reply: request ? checked(requestReply({ ...request, csr }), "") : null,
  };
}

async function linkOf(linked: Linked | null): Promise<Made> {
  if (linked === null) return { refused: NO_LINK };
  if ("host" in linked) return { text: location.origin + hostAddress(linked.host), note: "" };
  const { path, text } = linked;
  const made = await linkTo(path, typeof text === "string" ? text : await text());
  if ("refused" in made) return made;
  return { text: made.address, note: linked.isPublic ? "" : READABLE };
}

/** Names are text of others, and may be anything. */
const checked = (text: string, note: string): Made =>
  privateKeyIn(text) === null ? { text, note } : { refused: HOLDS_KEY };
