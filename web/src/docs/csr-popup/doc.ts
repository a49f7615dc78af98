import type { Doc } from "../../page/page.ts";

export const csrPopupDocs: Doc = {
  id: "csr-popup",
  path: "/csr/popup/docs",
  label: "CSR Popup Integration",
  lead: "Let visitors of your site create a CSR and key in a popup window or a frame.",
  description:
    "Embed the CSR generator in your own site: direct link, popup window, modal iframe, pre-filled fields and receiving the generated data.",
  keywords: ["CSR popup", "embed CSR generator", "iframe", "postMessage", "integration"],
};
