/** The cards of the home page, ordered by need: one for each tool, one for a website, one for the API. */
import { apiDocs } from "../docs/api/doc.ts";
import type { IconName } from "../ui/base/icon-name.ts";
import { allTools } from "../tools/index.ts";

interface Card {
  readonly path: string;
  readonly label: string;
  readonly lead: string;
  readonly icon: IconName;
}

/** Opens the chain analyzer with an empty field for a host. */
const website: Card = {
  path: "/chain#host=",
  label: "Check a website",
  lead: "See whether a website's certificate is valid, when it expires and what to fix.",
  icon: "trust",
};

/** The tools by their ids. A tool that is not listed comes before the API. */
const ORDER = [
  "inspect",
  "csr",
  "chain",
  "pfx",
  "match",
  "certificate",
  "caa",
  "csr-decoder",
  "password",
];

const rank = (id: string) => ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length;

const cards: readonly Card[] = [
  website,
  ...allTools.toSorted((one, other) => rank(one.id) - rank(other.id)),
  { ...apiDocs, icon: "api" as const },
];

export default cards.map(({ path, label, lead, icon }) => ({ path, label, lead, icon }));
