/** The tiles of a map with their texts. */
import type { IconName } from "../base/icon-name.ts";
import type { Tone } from "../base/tone.ts";
import type { MapObject } from "./layout.ts";

export interface TileText {
  icon: IconName;
  title: string;
  /** The role or the file, in a few words. */
  note: string;
  status?: { tone: Tone; text: string };
  isGap?: boolean;
}

/** The rest of the texts of a gap. */
export const missing = (tone: Tone) => ({ status: { tone, text: "Missing" }, isGap: true });

const RANKS: readonly Tone[] = ["bad", "warn", "info", "good", "neutral"];

/** The rank of an object in a map by the tone of its status: broken ones come first. */
export const toneRank = (tone: Tone = "neutral"): number => RANKS.indexOf(tone);

/** Collects the objects of a map, each with its texts. */
export class Tiles {
  readonly objects: MapObject[] = [];
  readonly #texts = new Map<string, TileText>();

  /** `kind`: a noun in the plural. */
  add(key: string, kind: string, text: TileText): void {
    if (this.#texts.has(key)) return;
    this.#texts.set(key, text);
    this.objects.push({ key, kind, rank: toneRank(text.status?.tone), isGap: text.isGap });
  }

  readonly describe = (key: string): TileText => this.#texts.get(key)!;
}
