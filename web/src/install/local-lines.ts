/** How programs on the own computer get a certificate for localhost. File names as in lines.ts. */
import { nodeProgram, type Program } from "./lines.ts";

/** Paths relative to the folder into which the ZIP was unpacked. */
interface LocalFiles {
  chain: string;
  key: string;
}

const viteLines = ({ chain, key }: LocalFiles): string =>
  `import { readFileSync } from "node:fs";
import { defineConfig } from "vite";
export default defineConfig({ server: { https: { cert: readFileSync("${chain}"), key: readFileSync("${key}") } } });`;

const dockerLines = ({ chain, key }: LocalFiles): string =>
  `server {
  listen 443 ssl;
  ssl_certificate /tls/${chain};
  ssl_certificate_key /tls/${key};
  location / { return 200 "It works\\n"; }
}`;

const DOCKER_COMMAND = `docker run --rm -p 8443:443 -v "$PWD:/tls:ro" ` +
  `-v "$PWD/tls.conf:/etc/nginx/conf.d/default.conf:ro" nginx`;

// Without the redirect from http, it needs no port below 1024.
const caddyLines = ({ chain, key }: LocalFiles): string =>
  `{
  auto_https disable_redirects
}
https://localhost:8443 {
  tls ${chain} ${key}
  respond "It works"
}`;

/** The programs that developers run, in the folder with the files. */
export const localPrograms = (files: LocalFiles): readonly Program[] => [
  {
    id: "vite",
    name: "Vite",
    steps: [{
      text: "In the folder with the files, as vite.config.js:",
      code: viteLines(files),
      copies: "lines for Vite",
    }],
  },
  nodeProgram(files),
  {
    id: "docker",
    name: "Docker",
    untested: true,
    steps: [
      {
        text: "nginx in a container. In the folder with the files, as tls.conf:",
        code: dockerLines(files),
        copies: "lines for Docker",
      },
      {
        text: "Serves https://localhost:8443:",
        code: DOCKER_COMMAND,
        copies: "command for Docker",
      },
    ],
  },
  {
    id: "caddy",
    name: "Caddy",
    steps: [
      {
        text: "Serves https://localhost:8443. In the folder with the files, as Caddyfile:",
        code: caddyLines(files),
        copies: "lines for Caddy",
      },
      { text: "Start it:", code: "caddy run", copies: "start command for Caddy" },
    ],
  },
];

/** Whether a name always leads to the own computer (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). */
export const isLocalName = (name: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/i.test(name);
