/** How the app is bundled. The build and the development server add what differs between them. */
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

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

export default defineConfig({
  root: at("."),
  cacheDir: at("../.vite/cache"),
  publicDir: at("public"),
  server: { port: 5173, strictPort: true, fs: { allow: [".."] } },
  css: { modules: { generateScopedName: "[name]_[local]" } },
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
              test: /\/web\/src\/(?:app|start|ui)\//,
              tags: ["$initial"],
              priority: 1,
            },
            // Modules that at least eight pages or lazy imports share. A lower number makes fewer
            // requests, but adds code to pages that do not need it.
            { name: "tools", minShareCount: 8 },
          ],
        },
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
    trimmedRouter(),
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
 * Lets the bundler drop the parts of React Router that this app does not use. The library is one
 * module, and its top-level assignments (`Form.displayName = …`) and calls (`createContext(…)`) keep
 * nearly all of it in the bundle: 9 kB of the 108 kB that a first visit may weigh
 * (tests/web/budgets.test.ts). Rolldown's `treeshake` options cannot do this: they can mark the calls
 * as pure, but ignore assignments only in all modules at once.
 */
function trimmedRouter(): Plugin {
  return {
    name: "trimmed-router",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replace(/^\s*\w+\.(?:displayName = "[^"]*"|contextType = \w+);$/gm, "")
          .replace(/\bReact\d*\.(?:createContext|forwardRef|memo)\(/g, "/* @__PURE__ */ $&"),
        map: null,
      }),
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
