/** How the app is bundled. The build and the development server add what differs between them. */
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

import { shortClassNames } from "./build/class-names.ts";
import { dataModules } from "./build/data-modules.ts";
import { webManifest } from "./build/web-manifest.ts";
import { addressOf } from "./src/page/documents.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The code that handles keys runs in workers. The server recognizes their scripts by these names,
 * and answers them with a policy of their own (no connection at all).
 */
const WORKER_NAMES = {
  entryFileNames: "assets/worker-[name]-[hash].js",
  chunkFileNames: "assets/worker-[name]-[hash].js",
  codeSplitting: {
    groups: [
      // What several of the libraries for rare algorithms share. None of it is loaded before such
      // an algorithm is met.
      { name: "noble", test: /\/node_modules\/@noble\/|\/@noble\+/, minShareCount: 2 },
    ],
  },
};

const OWN_PARTS =
  /\/(?:web\/src\/tools|core)\/([a-z-]+)\/(?:tool|files|parts|(?:check|convert|open)-values|contract|authorities)\.ts$/;

/** The name of the chunk of such parts: "tool-csr". */
function ownParts(id: string): string | null {
  const folder = OWN_PARTS.exec(id)?.[1];
  return folder ? `tool-${folder}` : null;
}

/**
 * What pages share is a few chunks, not a dozen tiny ones: each is compressed by itself and lists what
 * it takes from others. What only a result, an error, a file or the next page needs is in none of the
 * first four, and comes with what asks for it. A chunk takes along what its modules import, unless that
 * has a chunk of a higher priority: so small things that many import are chunks of their own.
 */
const CHUNKS = [
  {
    name: "names",
    test: /\/core\/names\/(?:characters|domain-name)\.ts$|\/web\/src\/lib\/names-in\.ts$/,
    priority: 6,
  },
  // With the specified texts, which it knows by heart: for results, errors and a few pages.
  { name: "page-text", test: /\/core\/page-text\.ts$/, priority: 6 },
  // What the app and the popup both begin with, and the styles of every first picture in one sheet:
  // half a dozen small ones would hold it up. What stands on a few pages, or in results alone,
  // brings its own. Texts that are no part of a sentence: what stands in them alone is written where
  // it is said.
  {
    name: "start",
    test:
      /\/web\/src\/ui\/(?:(?:base|layout|navigation|result|feedback|form)\/(?!document|drop-zone|steps)|data\/secret).*\.css$|\/core\/(?:names\/|x509\/)?(?:specified-)?texts\.ts$|rolldown\/runtime|preload-helper|\/node_modules\/(?:react|react-dom|scheduler)\/|\/web\/src\/(?:start\/|lib\/(?:browser|example|hooks|install|load|store|text)\.ts|ui\/(?:base\/(?:button|icon|tone)|layout\/(?:card|disclosure|layout|tabs)|feedback\/(?:banner|confirm|notice))\.)|\/core\/provider\.ts/,
    priority: 5,
  },
  // With the titles of all pages, which the navigation needs at once.
  {
    name: "shell",
    test:
      /\/node_modules\/react-router(?:-dom)?\/|\/web\/src\/(?:app\/(?!routing\/(?:heads|metadata|show-head))|hand-over\/|ui\/navigation\/)/,
    priority: 4,
  },
  // What the tools' pages share, and home and documentation do not need.
  {
    name: "tools",
    test:
      /\/web\/src\/(?:page\/(?:tool-page|page)|run\/(?:faults|live|prepare|run|use-[a-z]+)|ui\/(?:base\/download-button|form\/(?:code-field|field|form|key-fields|where-it-runs)|result\/(?:result-panel|verdict))|tools\/csr\/server-notice)\.|\/core\/(?:kernel\/(?:contract|errors|limits)|csr\/contract|file-names)\.ts/,
    priority: 3,
  },
  // What a tool's page has in common with its own results.
  { name: ownParts, test: OWN_PARTS, priority: 2 },
  // Dropped files, on the home page and in the inspector.
  {
    name: "drop-zone",
    test: /\/web\/src\/ui\/form\/(?:drop-zone|dropped-files)\./,
    priority: 2,
  },
  // What the two pages on passwords have in common.
  {
    name: "password",
    test: /\/web\/src\/ui\/feedback\/status\.|\/password-field\./,
    priority: 2,
  },
  // What results are made of.
  { name: "results", test: /\/web\/src\/ui\/data\//, minShareCount: 3, priority: 2 },
  // What the CSR page and the popup share.
  {
    name: "csr",
    test:
      /\/web\/src\/tools\/csr\/(?:form-values|subject-fields|words)\.|\/core\/csr\/(?:notes|organization-units)\./,
    priority: 2,
  },
];

export default defineConfig({
  root: at("."),
  cacheDir: at("../.vite/cache"),
  publicDir: at("public"),
  server: { port: 5173, strictPort: true, fs: { allow: [".."] } },
  css: { modules: { generateScopedName: await shortClassNames(new URL("src/", import.meta.url)) } },
  build: {
    outDir: at("../dist"),
    emptyOutDir: true,
    manifest: true,
    // Nothing inline: the policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // light-dark() and color-mix() as they are written.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      // Texts and names of classes are written where they are used, and a page has no others.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      input: { app: at("index.html"), popup: at("popup/index.html") },
      output: {
        chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js`,
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
  define: { "import.meta.env.BUILD_YEAR": new Date().getFullYear() },
  worker: {
    format: "es",
    rolldownOptions: { output: WORKER_NAMES },
  },
  plugins: [
    react(),
    productionRouter(),
    wholeStyles(),
    dataModules(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      manifest: webManifest,
      // The system keeps what it installs; the one that is on pages is in the pattern.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["**/*.{html,js,css,svg}", "icons/icon-48.png"],
        // Hashed by name; a cache-busting revision on top would only fetch them twice.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [(entries) => ({ manifest: entries.map(asServed), warnings: [] })],
      },
    }),
  ],
});

/**
 * React Router's exports lead to its development build alone; the other stands beside it. Its one
 * module keeps everything through names for debugging and through the contexts of error boundaries,
 * which only routes with data use: without these, what is not used goes.
 */
function productionRouter(): Plugin {
  const development = "/react-router/dist/development/";
  const production = "/react-router/dist/production/";
  return {
    name: "production-router",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!source.startsWith("react-router")) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved?.id.replace(development, production) ?? null;
    },
    transform(code, id) {
      if (!id.includes(production)) return null;
      const trimmed = code
        .replace(/^\s*\w+\.(?:displayName = "[^"]*"|contextType = \w+);$/gm, "")
        .replace(/\bReact\d*\.(?:createContext|forwardRef|memo)\(/g, "/* @__PURE__ */ $&");
      return { code: trimmed, map: null };
    },
  };
}

/**
 * The names in CSS modules are inlined where they are used, after which nothing seems to need the
 * modules themselves, and their styles: they stay. The object of all names goes.
 */
function wholeStyles(): Plugin {
  return {
    name: "whole-styles",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!id.endsWith(".module.css")) return null;
      const named = code.replace(/^export default \{[^}]*\};?$/m, "");
      return { code: named, map: null, moduleSideEffects: "no-treeshake" };
    },
  };
}

/** A page's chunk is called after its folder; all of them are page.tsx. */
function chunkName({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }) {
  const folder = /\/src\/(?:.+\/)?([a-z-]+)\/page\.tsx$/.exec(facadeModuleId ?? "")?.[1];
  return folder ? `page-${folder}` : name;
}

/**
 * Documents are cached under the address that they are served at, so that the cached response
 * carries that address's headers: the popup may be framed and keeps its opener, the shell not.
 */
function asServed<Entry extends { url: string }>(entry: Entry): Entry {
  return { ...entry, url: addressOf(entry.url) };
}
