/**
 * The pictures of the app in the web manifest and the README. `deno task screenshots --published`
 * draws them into public/screenshots; they are committed.
 */

/** The window's size in CSS pixels, and the device pixels per CSS pixel. */
export const SCREENSHOT_SIZES = {
  wide: { width: 1280, height: 800, scale: 1 },
  narrow: { width: 390, height: 844, scale: 2 },
} as const;

interface Screenshot {
  /** The file name without its extension. */
  readonly name: string;
  readonly form: keyof typeof SCREENSHOT_SIZES;
  readonly scheme: "light" | "dark";
  /** Names of a screen and a state in tests/e2e/states.ts. */
  readonly screen: string;
  readonly state: string;
  /** The element to scroll to; the default is the top of the page. */
  readonly at?: { readonly role: "region" | "group" | "tabpanel"; readonly name: string };
  /** The text alternative. */
  readonly label: string;
}

export const screenshots: readonly Screenshot[] = [
  {
    name: "home",
    form: "wide",
    scheme: "light",
    screen: "home",
    state: "empty",
    label: "Home: drop anything, or choose a tool",
  },
  {
    name: "chain",
    form: "wide",
    scheme: "light",
    screen: "chain",
    state: "result",
    label: "Chain analyzer: whether a chain is valid, the chain as a map, and until when it works",
  },
  {
    name: "inspect",
    form: "wide",
    scheme: "dark",
    screen: "inspect",
    state: "result",
    label:
      "Inspector: a folder of unnamed files as a map, with what belongs together and what has expired",
  },
  {
    name: "csr",
    form: "wide",
    scheme: "dark",
    screen: "csr",
    state: "result",
    label: "CSR generator: a key and its request, made on this device",
  },
  {
    name: "match",
    form: "wide",
    scheme: "light",
    screen: "match",
    state: "result",
    label: "Key matcher: a certificate and its key, drawn together",
  },
  {
    name: "bytes",
    form: "wide",
    scheme: "light",
    screen: "inspect",
    state: "bytes",
    at: { role: "tabpanel", name: "Object" },
    label: "Inspector: the elements of a certificate next to its bytes",
  },
  {
    name: "certificate",
    form: "wide",
    scheme: "light",
    screen: "certificate",
    state: "result",
    label: "Certificate generator: a certificate, its CA, and how to install them",
  },
  {
    name: "chain-phone",
    form: "narrow",
    scheme: "light",
    screen: "chain",
    state: "result",
    at: { role: "region", name: "Result" },
    label: "Chain analyzer on a phone",
  },
  {
    name: "password-phone",
    form: "narrow",
    scheme: "light",
    screen: "password",
    state: "result",
    at: { role: "region", name: "Result" },
    label: "Password generator on a phone",
  },
  {
    name: "home-phone",
    form: "narrow",
    scheme: "dark",
    screen: "home",
    state: "empty",
    label: "Home on a phone",
  },
];

export const screenshotPath = ({ name }: Screenshot): string => `/screenshots/${name}.webp`;

/** The size in device pixels, in the manifest's format. */
export function screenshotSize({ form }: Screenshot): string {
  const { width, height, scale } = SCREENSHOT_SIZES[form];
  return `${width * scale}x${height * scale}`;
}
