/** All pages that the search knows: tools, documentation, and the lists of rules and error texts. */
import { docs } from "../docs/index.ts";
import { allTools } from "../tools/index.ts";
import type { IconName } from "../ui/base/icon-name.ts";

interface Listed {
  readonly path: string;
  readonly label: string;
  readonly lead: string;
  readonly icon: IconName;
  readonly words: readonly string[];
}

const pages: readonly Listed[] = [
  ...allTools.map(({ path, label, lead, icon, keywords, words = [] }) => ({
    ...{ path, label, lead, icon },
    words: [...keywords, ...words],
  })),
  ...docs.map(({ path, label, lead, keywords }) => ({
    ...{ path, label, lead, icon: "api" as const, words: keywords },
  })),
  {
    path: "/errors",
    label: "Error messages",
    lead: "The messages of browsers and programs, with their causes and how to fix them.",
    icon: "warn",
    words: ["error", "message", "problem", "failed"],
  },
  {
    path: "/rules",
    label: "Certificate rules",
    lead: "The rules that we check, each with its reason and its remedy, and most with an example.",
    icon: "good",
    words: ["linter", "lint", "baseline requirements", "rfc 5280"],
  },
];
export default pages;
