/** The bundler's settings, shared by the build and the development server. */
import react from "@vitejs/plugin-react";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

import { VERSION } from "../core/version.ts";
import { allAtOnce } from "./build/all-at-once.ts";
import { dataModules } from "./build/data-modules.ts";
import { inTwoParts } from "./build/offline-parts.ts";
import { webManifest } from "./build/web-manifest.ts";
import { addressOf } from "./src/page/documents.ts";

/** The folder of the build, which then replaces dist (web/build/build.ts). */
export const OUTPUT = new URL("../.vite/dist/", import.meta.url);

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const TOOL_PAGES =
  readdirSync(at("src/tools"), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    .length;

/**
 * Names of worker scripts. The server recognizes the scripts that handle keys by these names and
 * sends them with a policy that allows no connection.
 */
const WORKER_NAMES = {
  entryFileNames: "assets/worker-[name]-[hash].js",
  chunkFileNames: "assets/worker-[name]-[hash].js",
  codeSplitting: {
    groups: [
      // Code that several libraries for rare algorithms share. In a chunk of its own it loads only
      // with one of them.
      { name: "noble", test: /\/node_modules\/@noble\/|\/@noble\+/, minShareCount: 2, priority: 2 },
      // Without groups an operation has some 50 files. A group also takes what its modules import. This one has
      // what nearly every operation needs.
      {
        name: "engine",
        test:
          /\/workers\/expose\.ts|\/core\/(?:verdict\/(?:render|csr)|x509\/(?:objects\/|constraints\/candidate|cms\/bundles|keys\/private-keys|pem\/read-text|rules\/(?:dates|handshake)|signatures\/verify|signed\/(?:content-digests|requests|signer)))/,
        priority: 1,
      },
      {
        name: "rules",
        test:
          /\/core\/(?:names\/(?:default-values|unicode)|x509\/(?:issuing\/|keys\/families\/rsa-weaknesses|path\/build|rules\/(?:catalogue|public)|transparency\/policy))/,
      },
      // The rules for a request, and then all others.
      { name: "request-rules", test: /\/core\/x509\/rules\/lint\/request/ },
      { name: "lint", test: /\/core\/x509\/rules\/lint\/catalogue/ },
      { name: "caa", test: /\/core\/caa\/(?!check|generate|validate)/ },
    ],
  },
};

/** Parts of most results, which load with the first one. No page needs them before. */
const RESULTS =
  /\/web\/src\/(?:hand-over\/hand-over-link|page\/date-status|save-as\/(?:actions|markdown)|share\/(?:share-menu|use-done)|ui\/(?:base\/menu|data\/long-list|certificate\/(?!certificate-view|chain-picture)|result\/(?:beside|sections))|tools\/csr-decoder\/findings)|\/core\/verdict\/(?:csr\.|render|statements|text\/sentence)/;

export default defineConfig({
  root: at("."),
  cacheDir: at("../.vite/cache"),
  publicDir: at("public"),
  server: { port: 5173, strictPort: true, fs: { allow: [".."] } },
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    outDir: OUTPUT.pathname,
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no data: URLs for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // These versions know light-dark() and color-mix(), so the build does not rewrite them.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      input: { app: at("index.html"), popup: at("popup/index.html") },
      output: {
        chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js`,
        // Each page and each lazy import is a chunk. Without groups the bundler makes one more for
        // every set of pages that share a module, and a page loads up to 95 files. A group also
        // takes what its modules import.
        codeSplitting: {
          groups: [
            { name: "vendor", test: /node_modules/, tags: ["$initial"], priority: 2 },
            {
              name: "base",
              // Only the popup and results need a verdict.
              test:
                /\/web\/src\/(?:(?:app|start|ui)\/(?!result\/verdict)|intent\/(?:keys|request)|links\/arriving)/,
              tags: ["$initial"],
              priority: 1,
            },
            // Modules that more pages or lazy imports share than there are tools: ten now. A lower
            // number makes fewer requests, but adds code to pages that do not need it. A fixed one would
            // move code to every page when a tool is added. The reader of domain names is for pages with
            // a field for one, many lazy imports share the readers of PEM, a verdict comes with the
            // first result, lists of rules need a search field, but nothing else of tools, and what is done with
            // a certificate needs one contract.
            {
              name: "tools",
              minShareCount: TOOL_PAGES + 1,
              test: (module) =>
                !RESULTS.test(module) &&
                !/\/core\/(?:certificate\/|names\/domain-name|x509\/(?:asn1|pem\/(?!base64)))|\/ui\/(?:result\/verdict|form\/search-field)/
                  .test(module),
            },
            {
              name: "form-parts",
              test:
                /\/web\/src\/(?:lib\/example|links\/use-link|run\/use-live|ui\/feedback\/undo)\./,
            },
            { name: "results", test: RESULTS },
            { name: "worker-client", test: /\/web\/src\/run\/worker-client/ },
            // The lists of rules need it, and nothing else of a long list.
            { name: "search-field", test: /\/web\/src\/ui\/form\/search-field/, priority: 1 },
          ],
        },
      },
    },
  },
  define: {
    "import.meta.env.BUILD_YEAR": new Date().getFullYear(),
    "import.meta.env.VERSION": JSON.stringify(VERSION),
  },
  worker: {
    format: "es",
    plugins: () => [allAtOnce()],
    rolldownOptions: { output: WORKER_NAMES },
  },
  plugins: [
    react(),
    dataModules(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest: webManifest,
      // The system stores the icons of an installed app. The pattern has the icon that pages show.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["**/*.{html,js,css,svg}", "icons/icon-48.png"],
        // Hundreds of documents that explain single rules and errors, and their code.
        globIgnores: ["{rules,errors}.html", "{rules,errors}/*", "assets/{lists,details}-*"],
        // Their names contain a hash. With a revision they would be fetched twice.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [async (entries) => ({
          manifest: (await inTwoParts(entries, OUTPUT)).map(asServed),
          warnings: [],
        })],
      },
    }),
  ],
});

/** The built name of a class in a CSS module: "nav_skip" for the class "skip" of nav.module.css. */
function classNameOf(name: string, file: string): string {
  return `${/([\w-]+)\.module\.css/.exec(file)?.[1]}_${name}`;
}

/** Names the chunk of a page after its folder, because every page is called page.tsx. */
function chunkName({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }) {
  const folder = /\/src\/(?:.+\/)?([a-z-]+)\/page\.tsx$/.exec(facadeModuleId ?? "")?.[1];
  return folder ? `page-${folder}` : name;
}

/**
 * Caches a document under its public address, so that the cached response has the headers of that
 * address: only the popup may be framed and keeps its opener.
 */
function asServed<Entry extends { url: string }>(entry: Entry): Entry {
  return { ...entry, url: addressOf(entry.url) };
}
