/** The folders for programs that run containers. */
import { kubernetesCommand, objectName } from "./lines.ts";
import { chainAndKey, handshake, openFile, pathsOf, rootFile, secretFile } from "./parts.ts";
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

export const compose: Target = {
  documentation: "https://docs.docker.com/reference/compose-file/secrets/",
  pfx: null,
  write(material) {
    const { host } = material;
    const { chain, key } = pathsOf(material);
    return {
      files: [
        ...chainAndKey(material),
        openFile("compose.yaml", composeYaml(chain, key), "The services: nginx with the secrets."),
        openFile("nginx.conf", nginxConf(host), "The configuration of nginx in the container."),
      ],
      steps: [
        {
          text:
            "In nginx.conf, the server behind it stands in proxy_pass. It must be reachable from the container:",
          code: PROXIED,
        },
        { text: "In the unpacked folder:", code: "docker compose up -d" },
      ],
      test: handshake(material, 443),
      undo: { text: "In the unpacked folder:", code: "docker compose down" },
    };
  },
};

const PROXIED = "proxy_pass http://host.docker.internal:8080;";

const composeYaml = (chain: string, key: string): string =>
  `services:
  web:
    image: nginx:stable
    ports: ["443:443"]
    extra_hosts: ["host.docker.internal:host-gateway"]
    volumes: ["./nginx.conf:/etc/nginx/conf.d/default.conf:ro"]
    secrets: [tls_certificate, tls_key]
secrets:
  tls_certificate:
    file: "./${chain}"
  tls_key:
    file: "./${key}"
`;

const nginxConf = (host: string): string =>
  `server {
  listen 443 ssl;
  server_name ${host.includes(":") ? `[${host}]` : host};
  ssl_certificate /run/secrets/tls_certificate;
  ssl_certificate_key /run/secrets/tls_key;
  location / {
    ${PROXIED}
  }
}
`;
