/**
 * Draws the PNG icons from public/favicon.svg with a local Chromium. Run it by hand after a change of
 * the logo (`deno run -A web/build/icons.ts [path of the browser]`) and commit the results.
 */
/// <reference lib="deno.ns" />
import { chromium } from "playwright";

const folder = new URL("../public/", import.meta.url);
const mark = await Deno.readTextFile(new URL("favicon.svg", folder));
/** The logo without rounded corners, because some systems apply their own shape. */
const square = mark.replace(/ rx="\d+"/, "");

/** `scale`: the logo's share of the picture's width. The safe zone of a maskable icon is 80 %. */
const ICONS = [
  { name: "icon-48.png", size: 48, svg: mark, scale: 1 },
  { name: "icon-192.png", size: 192, svg: mark, scale: 1 },
  { name: "icon-512.png", size: 512, svg: mark, scale: 1 },
  { name: "maskable-512.png", size: 512, svg: square, scale: 0.84 },
  { name: "apple-touch-icon.png", size: 180, svg: square, scale: 0.9 },
];

const browser = await chromium.launch({
  executablePath: Deno.args[0] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
for (const { name, size, svg, scale } of ICONS) {
  const drawn = svg.replace(
    'viewBox="0 0 32 32"',
    `viewBox="0 0 32 32" width="${size * scale}" height="${size * scale}"`,
  );
  const ground = scale < 1 ? "#0b5f5a" : "transparent";
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;height:100%;background:${ground}}body{display:grid;place-items:center}svg{display:block}</style>${drawn}`,
  );
  await page.screenshot({
    path: new URL(`icons/${name}`, folder).pathname,
    omitBackground: true,
  });
}
await browser.close();
