import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "password",
  path: "/password",
  label: "Password Generator",
  lead: "Strong passwords and passphrases, made in your browser. Nothing is sent.",
  description:
    "Generate strong random passwords in your browser with length, character types and entropy shown. No server call is made.",
  keywords: [
    "password generator",
    "random password",
    "strong password",
    "entropy",
    "secure password",
  ],
  words: ["passphrase", "secret", "diceware"],
  icon: "password",
  hasEndpoint: false,
};
