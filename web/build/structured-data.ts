/** Data about a page for search engines: JSON-LD in the schema.org vocabulary. */
import type { Page } from "../src/page/page.ts";
import { cardPath } from "../src/app/routing/metadata.ts";
import { SITE_NAME } from "../src/lib/site-name.ts";
import { isReference } from "../src/page/reference-address.ts";
import { docs } from "../src/docs/index.ts";
import { tools } from "../src/tools/index.ts";

type Thing = Record<string, unknown>;

/** `origin`: scheme and host, without a trailing slash. */
export function structuredDataOf(page: Page, origin: string): Thing {
  const url = origin + page.path;
  const { description, keywords } = page;
  const about = {
    "@id": url,
    url,
    name: page.title,
    description,
    keywords: keywords.join(", "),
    image: origin + cardPath(page.card ?? page.path),
    inLanguage: "en",
  };
  const site = { "@type": "WebSite", "@id": `${origin}/`, url: `${origin}/`, name: SITE_NAME };
  if (page.path === "/") return { "@context": CONTEXT, ...about, ...site, "@id": `${origin}/` };
  const isTool = tools.some((tool) => tool.path === page.path);
  const isDoc = isReference(page.path) || docs.some((doc) => doc.path === page.path);
  return {
    "@context": CONTEXT,
    "@graph": [
      isTool
        ? { "@type": "WebApplication", ...about, ...APPLICATION, isPartOf: site }
        : { "@type": isDoc ? "TechArticle" : "WebPage", ...about, isPartOf: site },
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: SITE_NAME, item: `${origin}/` },
          { "@type": "ListItem", position: 2, name: page.title, item: url },
        ],
      },
    ],
  };
}

const CONTEXT = "https://schema.org";

const APPLICATION = {
  applicationCategory: "DeveloperApplication",
  operatingSystem: "Any",
  browserRequirements: "Requires JavaScript",
  isAccessibleForFree: true,
  offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
};
