/**
 * Writes the document of every route: the built index.html with the page's markup, head, and links to
 * its code and styles, so that these load at the same time as the shell. The policy forbids inline
 * scripts and styles; JSON-LD is inline, because it is data.
 */
/// <reference lib="deno.ns" />
import { build, type InlineConfig, mergeConfig, type Plugin } from "vite";
import { provider } from "../../core/provider.ts";
import { NOT_FOUND_FILE } from "../src/page/documents.ts";
import { type Head, headOf } from "../src/app/routing/metadata.ts";
import { pages } from "../src/app/routing/pages.ts";
import { unknownPage } from "../src/app/routing/unknown.ts";
import type { Page } from "../src/page/page.ts";
import { DATA_ID } from "../src/page/reference-address.ts";
import { isList, type Reference } from "../src/page/reference.ts";
import { docs } from "../src/docs/index.ts";
import { allTools } from "../src/tools/index.ts";
import { references } from "./reference/references.ts";
import { structuredDataOf } from "./structured-data.ts";

/**
 * The placeholder for the origin in built documents, which the server replaces with its own. The name
 * never resolves (RFC 6761).
 */
export const PLACEHOLDER_ORIGIN = "https://ssl-tools.invalid";

/** The exports of web/src/prerender.tsx. */
interface Renderer {
  renderPage(path: string, reference?: Reference): Promise<string>;
  renderPopup(): string;
}

/** A chunk in the bundler's manifest; only the fields in use. */
interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const ENTRY = "index.html";
const POPUP_FILE = "popup/index.html";

/**
 * Runs after the bundle and before the service worker, which lists the documents. `config` is the
 * app's configuration, `rendererDir` the folder for the bundle that renders.
 */
export function prerender(config: InlineConfig, rendererDir: URL): Plugin {
  let outDir: URL;
  return {
    name: "prerender",
    apply: "build",
    configResolved(resolved) {
      outDir = new URL(`file://${resolved.build.outDir}/`);
    },
    async writeBundle() {
      const { renderPage, renderPopup } = await bundleRenderer(config, rendererDir);
      const read = (name: string) => Deno.readTextFile(new URL(name, outDir));
      const template = withLatePreloads(await read(ENTRY));
      const manifest: Manifest = JSON.parse(await read(".vite/manifest.json"));
      for (const page of pages) {
        const file = page.path === "/" ? ENTRY : `${page.path.slice(1)}.html`;
        const links = linksTo([chunkOf(page, manifest)], manifest);
        const markup = await renderPage(page.path);
        await write(new URL(file, outDir), documentOf(page, template, markup, links));
      }
      await write(
        new URL(NOT_FOUND_FILE, outDir),
        documentOf(
          unknownPage,
          template,
          await renderPage(`/${NOT_FOUND_FILE}`),
          linksTo([UNLISTED], manifest),
        ),
      );
      const listed = await references();
      for (const reference of listed) {
        const { page } = reference;
        const links = linksTo([UNLISTED, isList(reference) ? LISTS : DETAILS], manifest);
        const data = `<script type="application/json" id="${DATA_ID}">${json(reference)}</script>`;
        await write(
          new URL(`${page.path.slice(1)}.html`, outDir),
          documentOf(page, template, await renderPage(page.path, reference), [...links, data]),
        );
      }
      await write(
        new URL(POPUP_FILE, outDir),
        filled(withLatePreloads(await read(POPUP_FILE)), renderPopup()),
      );
      await write(
        new URL("sitemap.xml", outDir),
        sitemap([...pages, ...listed.map(({ page }) => page)]),
      );
      await write(new URL("robots.txt", outDir), ROBOTS);
      await write(new URL("llms.txt", outDir), llms(pages));
    },
  };
}

async function bundleRenderer(config: InlineConfig, rendererDir: URL): Promise<Renderer> {
  const plugins = (config.plugins ?? []).flat(2).filter((plugin) =>
    // Only the app's own build makes the service worker and the web manifest.
    !(plugin && "name" in plugin && plugin.name.startsWith("vite-plugin-pwa"))
  );
  await build(mergeConfig({ ...config, plugins }, {
    configFile: false,
    logLevel: "error",
    publicDir: false,
    // Bundling the packages too gives the renderer React's production build, as in the browser.
    ssr: { noExternal: true },
    build: {
      ssr: "src/prerender.tsx",
      outDir: rendererDir.pathname,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: "prerender.mjs" } },
    },
  }));
  return await import(new URL("prerender.mjs", rendererDir).href);
}

/** The module of each page, by its address: a tool's and a document's id is the name of its folder. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ["/", "src/home/page.tsx"],
  ...allTools.map(({ path, id }) => [path, `src/tools/${id}/page.tsx`] as const),
  ...docs.map(({ path, id }) => [path, `src/docs/${id}/page.tsx`] as const),
]);

/** The chunk of pages that are not in the app's list, and those that it loads. */
const UNLISTED = "src/app/routing/from-document.tsx";
const LISTS = "src/docs/reference/lists.tsx";
const DETAILS = "src/docs/reference/details.tsx";

/** The key of a page's chunk in the manifest. */
function chunkOf(page: Page, manifest: Manifest): string {
  const key = MODULES.get(page.path);
  if (!key || !(key in manifest)) throw new Error(`No chunk for ${page.path}: ${key}`);
  return key;
}

/** All chunks that a chunk imports statically, directly or not, and last the chunk itself. */
function closure(key: string, manifest: Manifest, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  for (const next of manifest[key].imports ?? []) closure(next, manifest, seen);
  return seen.add(key);
}

/** Links to the styles and scripts that chunks need and the shell does not load. */
function linksTo(chunks: readonly string[], manifest: Manifest): string[] {
  const loaded = closure(ENTRY, manifest);
  const needed = [...new Set(chunks.flatMap((chunk) => [...closure(chunk, manifest)]))]
    .filter((key) => !loaded.has(key));
  const styles = new Set(needed.flatMap((key) => manifest[key].css ?? []));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...needed.map((key) => `${PRELOAD} crossorigin href="/${manifest[key].file}">`),
  ];
}

/**
 * The start of a link that preloads a script. A prerendered page can be read without scripts, so its
 * styles come first on a slow connection.
 */
const PRELOAD = `<link rel="modulepreload" fetchpriority="low"`;

/** Lowers the priority of the preloads that Vite wrote. */
function withLatePreloads(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', PRELOAD);
}

function documentOf(
  page: Page,
  template: string,
  markup: string,
  links: readonly string[],
): string {
  const head = headOf(page, PLACEHOLDER_ORIGIN);
  const data = page.path ? structuredDataOf(page, PLACEHOLDER_ORIGIN) : null;
  const script = data ? [`<script type="application/ld+json">${json(data)}</script>`] : [];
  return filled(template, markup)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(head.title)}</title>`)
    .replace("</head>", () => [...tagsOf(head), ...links, ...script, "</head>"].join("\n    "));
}

/** JSON for a script element. An escaped "<" cannot end the element. */
function json(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

function filled(template: string, markup: string): string {
  const place = '<div id="root">';
  if (!template.includes(`${place}</div>`)) throw new Error(`The document has no empty ${place}`);
  // React leaves these marks if a component failed or is suspended.
  if (/<!--\$[!?]-->/.test(markup)) throw new Error("A page could not be rendered");
  return template.replace(place, () => place + markup);
}

function tagsOf({ tags }: Head): string[] {
  return tags.map(({ tag, key, content }) =>
    `<${tag} ${[key, content].map(([name, value]) => `${name}="${escape(value)}"`).join(" ")}>`
  );
}

function sitemap(pages: readonly Page[]): string {
  const urls = pages.map(({ path }) => `  <url><loc>${PLACEHOLDER_ORIGIN}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

const ROBOTS = `User-agent: *
Allow: /api/docs
Disallow: /api/

Sitemap: ${PLACEHOLDER_ORIGIN}/sitemap.xml
`;

/** The file that language models read (llmstxt.org). Its addresses are relative, because it is the same on every site. */
function llms(pages: readonly Page[]): string {
  return [
    "# SSL Tools",
    "",
    "> Make, read, check and convert TLS keys and certificates: in the browser, by a public API, at a terminal and as tools of an assistant.",
    "",
    "## For programs and assistants",
    "",
    "- [OpenAPI document](/api/openapi.json): every operation, with JSON over POST, without a key or an account",
    "- [API](/api/docs): the same for people",
    `- [Sources](${provider.source}): \`ssl-tools mcp\` of the command line is a server of the Model Context Protocol on standard input and output, with one tool for each operation (docs/cli.md)`,
    "",
    "## Pages",
    "",
    ...pages.map(({ path, title, description }) => `- [${title}](${path}): ${description}`),
    "",
  ].join("\n");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

async function write(file: URL, text: string): Promise<void> {
  await Deno.mkdir(new URL("./", file), { recursive: true });
  await Deno.writeTextFile(file, text);
}
