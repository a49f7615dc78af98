/**
 * Every tool, in the order of the API documentation, the menu and the home page. Each name is that of a
 * folder in `core`, in `web/src/tools` or in both. `deno task generated` writes the registries from
 * this list and the folders.
 */
export const TOOLS = [
  "csr",
  "csr-decoder",
  "chain",
  "match",
  "pfx",
  "caa",
  "password",
  "inspect",
  "certificate",
  "key",
  "crl",
  "bundle",
] as const;
