/** The web app manifest: names, icons, and a shortcut for each tool. */
import type { ManifestOptions } from "vite-plugin-pwa";
import { tools } from "../src/tools/index.ts";
import { screenshotPath, screenshots, screenshotSize } from "./screenshots.ts";

export const webManifest: Partial<ManifestOptions> = {
  id: "/",
  name: "SSL Tools",
  short_name: "SSL Tools",
  description: "Make, read, check and convert certificates and keys on your own device.",
  lang: "en",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  display_override: ["window-controls-overlay", "standalone"],
  categories: ["developer", "security", "utilities"],
  background_color: "#fbfbf9",
  theme_color: "#0b5f5a",
  icons: [
    { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  ],
  // Shown in the browser's install dialog. The service worker does not cache them.
  screenshots: screenshots.map((screenshot) => ({
    src: screenshotPath(screenshot),
    sizes: screenshotSize(screenshot),
    type: "image/webp",
    form_factor: screenshot.form,
    label: screenshot.label,
  })),
  // Opened in memory (web/src/app/shell/listen.ts). There is no share target: without a
  // service worker in control the browser would upload the file.
  file_handlers: [
    {
      action: "/",
      accept: {
        "application/x-pem-file": [".pem"],
        "application/pkix-cert": [".crt", ".cer", ".der"],
        "application/pkcs10": [".csr"],
        "application/x-pkcs7-certificates": [".p7b"],
        "application/x-pkcs12": [".pfx", ".p12"],
      },
    },
  ],
  shortcuts: tools.map((tool) => ({
    name: tool.label,
    description: tool.lead,
    url: tool.path,
    icons: [{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" }],
  })),
};
