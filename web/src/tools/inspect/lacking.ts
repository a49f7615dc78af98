/** Why a browser cannot inspect files, and what to do; loaded by the few that cannot. */
export const LACKING = {
  "module-worker": "It has no module workers. Use a current browser.",
  "webassembly": "It has no WebAssembly, or it is turned off. Use another browser.",
  "subtle-crypto":
    "Cryptography needs https. Open this site over https, or on the machine that runs it.",
} as const;
