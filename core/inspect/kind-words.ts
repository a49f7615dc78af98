/** The display names of kinds of objects, for answers, pages and file names. */
import { KINDS } from "../verdict/text/kind-words.ts";
import type { InspectedKind } from "./options.ts";

/** A kind in sentence case without an article: "Certificate", "OCSP response". */
export const kindWords = (kind: InspectedKind): string => KINDS[kind];
