/**
 * The only policy of Trusted Types, which the headers of documents require (api/http/headers.ts): the browser
 * calls it before a string becomes markup or the address of a script, and refuses a string without its consent.
 */
import icons from "../ui/base/icons.data.ts";

type Decide = (text: string) => string | null;

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: Decide; createScriptURL: Decide }): unknown;
}

const MARKUP: ReadonlySet<string> = new Set(Object.values(icons));

/** The scripts that a document starts: the workers of a build, the service worker and the popup's helper. */
const SCRIPTS = /^\/(?:assets\/[\w.-]+\.js|sw\.js|csr-popup\.js)$/;

/** Accepts the markup of our icons and the addresses of our scripts. */
export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", {
    createHTML: (markup) => MARKUP.has(markup) ? markup : null,
    createScriptURL: (address) => {
      // An address that cannot be parsed loads nothing. lib/browser.ts uses one to probe for workers.
      const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
      if (url === null) return address;
      return url.origin === location.origin && SCRIPTS.test(url.pathname) ? url.href : null;
    },
  });
}
