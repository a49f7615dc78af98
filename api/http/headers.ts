/** Security headers, by what is served. One table, so that a policy is read in one place. */

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": [
    "accelerometer=()",
    "camera=()",
    "clipboard-write=(self)",
    "geolocation=()",
    "gyroscope=()",
    "microphone=()",
    "payment=()",
    "usb=()",
  ].join(", "),
};

const PAGE_POLICY = [
  "default-src 'self'",
  // WebAssembly compiles, nothing is evaluated, nothing inline runs.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

const csp = (...directives: string[]) => ({ "content-security-policy": directives.join("; ") });

export type Kind = "page" | "popup" | "worker" | "service-worker" | "asset" | "api";

export const SECURITY_HEADERS: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  page: {
    ...COMMON,
    ...csp(...PAGE_POLICY, "frame-src 'self'", "frame-ancestors 'none'"),
    // The popup keeps its opener; nothing else does.
    "cross-origin-opener-policy": "same-origin-allow-popups",
  },
  // Any site may frame or open it, and needs the handle that COOP would cut.
  popup: { ...COMMON, ...csp(...PAGE_POLICY, "frame-src 'none'", "frame-ancestors *") },
  // The code that handles keys can load its own chunks, connect to nothing and start no worker.
  worker: {
    ...COMMON,
    ...csp("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'none'"),
  },
  "service-worker": {
    ...COMMON,
    ...csp("default-src 'none'", "script-src 'self'", "connect-src 'self'"),
  },
  asset: {
    ...COMMON,
    ...csp("default-src 'none'", "style-src 'unsafe-inline'"),
    // Nothing secret. The popup in a sandboxed frame has no origin and loads them all the same; other
    // sites load the popup's helper, with an integrity check if they like.
    "access-control-allow-origin": "*",
  },
  api: { ...COMMON, ...csp("default-src 'none'", "frame-ancestors 'none'") },
};

/**
 * The headers of a worker's script for this browser. Firefox applies `worker-src` to the static
 * imports of every module that a worker loads, so 'none' would end the tools there. Without the
 * directive `script-src` decides, which allows only workers of this site.
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
