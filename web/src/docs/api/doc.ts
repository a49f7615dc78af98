import type { Doc } from "../../page/page.ts";

export const apiDocs: Doc = {
  id: "api",
  path: "/api/docs",
  label: "API Documentation",
  lead: "All tools as a JSON API for your scripts. No API key, no account.",
  description:
    "The free REST API behind SSL Tools: endpoints, the success and error envelope, error codes and the rate limit.",
  keywords: ["SSL API", "CSR API", "certificate API", "REST", "OpenAPI"],
};
