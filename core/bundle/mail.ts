/** The files with which one answers a mail that asks for a certificate: no private key, and the text of the answer. */
import { listed } from "../kernel/formatting.ts";
import { answerMail } from "../verdict/text/bundle-mail.ts";
import { apart, openFile, rootName } from "./parts.ts";
import type { Target } from "./target.ts";

const TEXT_FILE = "mail.txt";

export const mail: Target = {
  documentation: "https://www.rfc-editor.org/rfc/rfc7468.html#section-5",
  pfx: null,
  holder: "any",
  isWithoutKey: true,
  write(material) {
    const { name, order, root } = material;
    const { files, hasChain } = apart(material);
    const certificate = `${name}.crt`;
    const answer = answerMail(order, {
      certificate,
      chain: hasChain ? `${name}_chain.pem` : null,
      root: root === null ? null : rootName(material),
    });
    return {
      files: [
        ...files,
        openFile(TEXT_FILE, `${answer.subject}\n\n${answer.text}`, "The text of the answer."),
      ],
      steps: [
        {
          text: `Attach ${listed(files.map(({ path }) => path))} to your answer.`,
          code: null,
        },
        {
          text: `Send the text of ${TEXT_FILE}. It has the fingerprint of the certificate.`,
          code: null,
        },
      ],
      test: {
        text: "The receiver compares this fingerprint with the one in the mail:",
        code: `openssl x509 -in ${certificate} -noout -fingerprint -sha256`,
      },
      undo: {
        text:
          "A mail that was sent stays with its receiver. This one has no private key, so send the right files after it.",
        code: null,
      },
      mail: answer,
    };
  },
};
