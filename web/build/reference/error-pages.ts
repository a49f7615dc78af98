/** The pages of error texts, and their list. */
import { ERROR_TEXTS } from "../../src/docs/errors/texts.ts";
import { errorPath, ERRORS_PATH } from "../../src/docs/errors/error-text.ts";
import type { Reference } from "../../src/page/reference.ts";

export function errorPages(): Reference[] {
  const pages = ERROR_TEXTS.map((error): Reference => {
    const { id, text, programs, means } = error;
    return {
      page: {
        path: errorPath(id),
        title: text,
        description: `${programs}: "${text}". ${means}`,
        keywords: [text, ...(error.also ?? []), "fix", "SSL error"],
        card: ERRORS_PATH,
      },
      kind: "error",
      ...error,
    };
  });
  const list: Reference = {
    page: {
      path: ERRORS_PATH,
      title: "SSL Error Messages",
      description:
        "The certificate errors of browsers, curl, OpenSSL, Java, Node.js, Python, Go, .NET and Postfix: their meaning, their usual causes and how to fix them.",
      keywords: ["SSL error", "certificate error", "TLS handshake failed", "fix certificate"],
      card: ERRORS_PATH,
    },
    kind: "errors",
    errors: ERROR_TEXTS.map(({ id, text, programs }) => ({ id, text, programs })),
  };
  return [list, ...pages];
}
