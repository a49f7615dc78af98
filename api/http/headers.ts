/** Security headers for each kind of file and for the API. */

/**
 * What no page of the app uses. A browser reports a name that it does not know as an error, so this has only
 * those that Chromium knows on every platform. Not on Linux: bluetooth.
 */
const DENIED = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "sync-xhr",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
};

/** Only documents use features, so each script and style saves these 570 bytes. */
const FEATURES = {
  "permissions-policy": [
    "clipboard-read=(self)",
    "clipboard-write=(self)",
    ...DENIED.map((feature) => `${feature}=()`),
  ].join(", "),
};

/** Other sites cannot load the answer as an image, a script or the like. CORS is not affected. */
const OWN_SITE = { "cross-origin-resource-policy": "same-origin" };
const ANY_SITE = { "cross-origin-resource-policy": "cross-origin" };

const PAGE_POLICY = [
  "default-src 'self'",
  // WebAssembly may be compiled. eval and inline scripts are blocked.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  // A string becomes markup or the address of a script only by web/src/start/trusted-types.ts.
  "require-trusted-types-for 'script'",
  "trusted-types default",
];

const csp = (...directives: string[]) => ({ "content-security-policy": directives.join("; ") });

export type Kind = "page" | "popup" | "worker" | "service-worker" | "asset" | "api";

export const SECURITY_HEADERS: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  page: {
    ...COMMON,
    ...FEATURES,
    ...OWN_SITE,
    ...csp(...PAGE_POLICY, "frame-src 'self'", "frame-ancestors 'none'"),
    // Only the popup keeps its opener.
    "cross-origin-opener-policy": "same-origin-allow-popups",
  },
  // Any site may frame or open the popup, and needs the window handle that COOP would sever.
  popup: {
    ...COMMON,
    ...FEATURES,
    ...ANY_SITE,
    ...csp(...PAGE_POLICY, "frame-src 'none'", "frame-ancestors *"),
  },
  // The code that handles keys can load its own chunks, but cannot connect to anything or start workers.
  worker: {
    ...COMMON,
    ...OWN_SITE,
    ...csp("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'none'"),
  },
  "service-worker": {
    ...COMMON,
    ...OWN_SITE,
    ...csp("default-src 'none'", "script-src 'self'", "connect-src 'self'"),
  },
  asset: {
    ...COMMON,
    ...ANY_SITE,
    ...csp("default-src 'none'", "style-src 'unsafe-inline'"),
    // Assets are public. The popup loads them even from a sandboxed frame without an origin, and other
    // sites load the popup's helper, possibly with an integrity check.
    "access-control-allow-origin": "*",
  },
  api: { ...COMMON, ...OWN_SITE, ...csp("default-src 'none'", "frame-ancestors 'none'") },
};

/**
 * The headers of a worker's script for a browser. Firefox applies `worker-src` to the static imports
 * of a worker's modules, so 'none' would break the tools. Without the directive, `script-src` applies,
 * which allows only workers of this site.
 */
export function workerHeaders(userAgent: string | null): Record<string, string> {
  const policy = SECURITY_HEADERS.worker["content-security-policy"];
  return {
    "content-security-policy": userAgent?.includes("Firefox/")
      ? policy.replace("; worker-src 'none'", "")
      : policy,
    "vary": "Accept-Encoding, User-Agent",
  };
}
