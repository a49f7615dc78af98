import type { Question } from "../ui/feedback/questions.ts";

/** The question before a private key is sent to the server. */
export function secretQuestion(): Question {
  const text = ["This tool runs on the server now, so what you typed or pasted goes there."];
  if (!globalThis.isSecureContext) {
    text.push("This site is served over plain http: the key will travel unencrypted.");
  }
  return { heading: "Send your private key to the server?", text, action: "Send it" };
}
