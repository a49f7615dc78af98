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
 * The code that handles keys runs in workers, whose scripts the server answers with a policy of
 * their own (no connection at all): it knows them by this name.
 */
const WORKER_NAMES = {
  entryFileNames: "assets/worker-[name]-[hash].js",
  chunkFileNames: "assets/worker-[name]-[hash].js",
  // All that the entry needs at once is beside it, so that the entry itself only imports: no
  // other chunk can then have a reason to import it (workers/worker.ts).
  codeSplitting: {
    groups: [
      { name: "main", test: /\/workers\/expose\.ts$/ },
      // What several of the libraries for rare algorithms begin with: none of them comes before it is met.
      { name: "noble", test: /\/node_modules\/@noble\/|\/@noble\+/, minShareCount: 2 },
    ],
  },
};

/**
 * What pages share is a few chunks that change at different times, not a dozen tiny ones: each takes
 * whole rooms of web/src. The popup takes React and the components alone, so these are apart from
 * the router and the shell.
 */
const CHUNKS = [
  { name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
  { name: "router", test: /\/node_modules\/react-router(?:-dom)?\//, priority: 4 },
  {
    name: "ui",
    test: /\/web\/src\/ui\/(?:base|layout|feedback)\//,
    minShareCount: 4,
    priority: 4,
  },
  // What the app and the popup both begin with.
  {
    name: "start",
    test:
      /\/web\/src\/(?:start|lib)\/|\/core\/(?:(?:kernel\/|names\/|x509\/)?(?:specified-)?texts|provider)|preload-helper/,
    minShareCount: 2,
    priority: 5,
  },
  // What the tools that only read have besides, and home a part of.
  { name: "live", test: /\/web\/src\/run\/(?:finished|live|use-live)\.ts$/, priority: 4 },
  // What results are made of: most come when there is one, and bring these along.
  {
    name: "results",
    test: /\/web\/src\/ui\/(?:data|result\/steps)/,
    minShareCount: 3,
    priority: 4,
  },
  // What the tools' pages are made of, and home and documentation are not.
  {
    name: "tools",
    test:
      /\/web\/src\/(?:page|run(?!\/private-key-in)|ui\/(?:form(?!\/dropped-files)|result))\/|\/core\/(?:kernel\/(?:contract|errors|limits)|file-names)\.ts/,
    minShareCount: 3,
    priority: 3,
  },
  // With the metadata of all pages, which the navigation needs at once.
  {
    name: "shell",
    test:
      /\/web\/src\/(?:(?:app|hand-over|ui\/navigation)\/|tools\/(?:index|[a-z-]+\/tool)\.ts|docs\/(?:index|[a-z-]+\/doc)\.ts)/,
    priority: 4,
  },
];

export default defineConfig({
  root: at("."),
  cacheDir: at("../.vite/cache"),
  publicDir: at("public"),
  server: { port: 5173, strictPort: true, fs: { allow: [".."] } },
  // They are in every document, hundreds of times.
  css: { modules: { generateScopedName: "[hash:base64:5]" } },
  build: {
    outDir: at("../dist"),
    emptyOutDir: true,
    manifest: true,
    // Nothing inline: the policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    // One style sheet: half a dozen small ones hold up the first picture longer than 2 kB more.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // light-dark() and color-mix() as they are written.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
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
 * React Router's exports lead to its development build alone; the other is beside it. Its one
 * module keeps everything through names for debugging: without these, what is not used goes.
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
        .replace(/^\s*\w+\.displayName = "[^"]*";$/gm, "")
        .replace(/\bReact\d*\.(?:createContext|forwardRef|memo)\(/g, "/* @__PURE__ */ $&");
      return { code: trimmed, map: null };
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
