/** The answer as a picture, drawn on this device with the system's fonts. It is light on every screen. */
import { visible } from "../../../core/kernel/formatting.ts";
import { headlineOf } from "../../../core/verdict/text/short.ts";
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { saveFile } from "../lib/save-file.ts";
import { SITE_NAME } from "../lib/site-name.ts";
import type { Shared } from "./shared.ts";

/** The size that social networks show whole. */
const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 72;

/** The level in a word, because not everyone sees the colour. */
const LEVELS = {
  good: { word: "OK", colour: "#0f6b3c", mark: "✓" },
  note: { word: "Note", colour: "#22527d", mark: "i" },
  warning: { word: "Warning", colour: "#7d5206", mark: "!" },
  bad: { word: "Problem", colour: "#a52420", mark: "✕" },
} as const;

/** Saves the picture as a file; false if it was not made. */
export async function saveCard(shared: Shared): Promise<boolean> {
  const { name, verdict: { title, cause, next } } = shared;
  if (privateKeyIn([name, title, cause, next].join("\n")) !== null) return false;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  draw(canvas.getContext("2d")!, shared);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (picture === null) return false;
  saveFile(picture, "answer.png", "image/png");
  return true;
}

function draw(context: CanvasRenderingContext2D, shared: Shared): void {
  const { cause, next, level } = shared.verdict;
  const { word, colour, mark } = LEVELS[level];
  const font = (size: number, weight = 400) => {
    context.font = `${weight} ${size}px ${fontOfPage()}`;
  };
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colour;
  context.fillRect(0, 0, 20, HEIGHT);
  context.textBaseline = "top";
  font(30, 700);
  context.fillText(`${mark}  ${word}`, EDGE, 56);
  let top = 108;
  const paragraph = (text: string, size: number, weight: number, ink: string, most: number) => {
    if (text === "") return;
    font(size, weight);
    context.fillStyle = ink;
    for (const line of wrapped(context, visible(text), WIDTH - 2 * EDGE, most)) {
      context.fillText(line, EDGE, top);
      top += size * 1.3;
    }
    top += 24;
  };
  paragraph(headlineOf(shared), 50, 700, "#17191c", 3);
  paragraph(cause, 28, 400, "#3f4248", 4);
  paragraph(next === null ? "" : `To do: ${next}`, 28, 600, "#17191c", 2);
  font(24);
  context.fillStyle = "#55575c";
  context.fillText(`${SITE_NAME} · ${location.host}`, EDGE, HEIGHT - 60);
}

const fontOfPage = () => getComputedStyle(document.body).fontFamily;

/** The text in at most `most` lines of this width. A long word is broken, and the last line may end with an ellipsis. */
function wrapped(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
  most: number,
): string[] {
  const lines: string[] = [];
  let rest = text.slice(0, MAX_TEXT).trim();
  while (rest !== "" && lines.length < most) {
    const fitting = fits(context, rest, width);
    const space = fitting < rest.length ? rest.lastIndexOf(" ", fitting) : -1;
    const end = space > 0 ? space : fitting;
    const isLast = lines.length === most - 1 && end < rest.length;
    lines.push(isLast ? `${rest.slice(0, end - 1).trimEnd()}…` : rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** No card holds more. */
const MAX_TEXT = 1000;

/** The most characters at the beginning of the text that fit the width. */
function fits(context: CanvasRenderingContext2D, text: string, width: number): number {
  let [low, high] = [1, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(text.slice(0, middle)).width <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}
