import type { Tool } from "../../page/tool.ts";

/** Below the seven in the dropdown, under "More". */
export const tool: Tool = {
  id: "certificate",
  path: "/certificate",
  label: "Certificate Generator",
  heading: "Certificate generator",
  lead:
    "Make a certificate for localhost, a lab or an internal service, signed by a CA made for it.",
  title: "Certificate Generator",
  description:
    "Make a certificate for localhost or an internal service, with a CA that may issue for its names alone. Free, works offline.",
  keywords: ["self-signed certificate", "localhost certificate", "private CA", "sign a CSR"],
  icon: "certificate",
  order: 9,
  hasEndpoint: true,
};
