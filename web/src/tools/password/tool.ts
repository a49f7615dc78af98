import type { Tool } from "../../page/tool.ts";

export const tool: Tool = {
  id: "password",
  path: "/password",
  label: "Password Generator",
  heading: "Password generator",
  lead: "Passwords from your browser's secure random source. Nothing is sent anywhere.",
  title: "Password Generator",
  description:
    "Generate strong random passwords in your browser with length, character types and entropy shown. No server call is made.",
  keywords: [
    "password generator",
    "random password",
    "strong password",
    "entropy",
    "secure password",
  ],
  icon: "password",
  hasEndpoint: false,
};
