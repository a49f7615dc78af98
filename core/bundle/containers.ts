/** The folders for programs that run containers. */
import { kubernetesCommand, objectName } from "./lines.ts";
import { handshake, openFile, rootFile, secretFile } from "./parts.ts";
import type { Target } from "./target.ts";

/** The most names that lines list. */
const MAX_HOSTS = 100;

export const kubernetes: Target = {
  documentation: "https://kubernetes.io/docs/concepts/configuration/secret/#tls-secrets",
  pfx: null,
  write(material) {
    const { base, names, certificate, issuers, key } = material;
    const name = objectName(base);
    return {
      files: [
        openFile(
          "tls.crt",
          certificate + issuers,
          "The certificate, then the certificates above it.",
        ),
        secretFile("tls.key", key, "The private key, not encrypted."),
        ...rootFile(material),
      ],
      steps: [
        {
          text: "In the unpacked folder. It makes a TLS Secret for an Ingress or a Gateway:",
          code: kubernetesCommand({ base, chain: "tls.crt", key: "tls.key", pfx: "" }),
        },
        {
          text: "In the spec of the Ingress. Then apply it:",
          code: [
            "tls:",
            "  - hosts:",
            ...names.slice(0, MAX_HOSTS).map((host) => `      - "${host}"`),
            `    secretName: "${name}"`,
          ].join("\n"),
        },
      ],
      test: handshake(material, 443),
      undo: {
        text: "Write the old secretName into the Ingress and apply it. Then remove the Secret:",
        code: `kubectl delete secret ${name}`,
      },
    };
  },
};
