/** Lines with which programs on the own computer serve a certificate. File names come from `portableName`. */

/** Paths relative to the folder into which the ZIP was unpacked. */
export interface LocalFiles {
  chain: string;
  key: string;
}

export const viteLines = ({ chain, key }: LocalFiles): string =>
  `import { readFileSync } from "node:fs";
import { defineConfig } from "vite";
export default defineConfig({ server: { https: { cert: readFileSync("${chain}"), key: readFileSync("${key}") } } });`;

export const dockerLines = ({ chain, key }: LocalFiles): string =>
  `server {
  listen 443 ssl;
  ssl_certificate /tls/${chain};
  ssl_certificate_key /tls/${key};
  location / { return 200 "It works\\n"; }
}`;

/** In the folder with the files and with these lines in tls.conf. */
export const DOCKER_COMMAND = `docker run --rm -p 8443:443 -v "$PWD:/tls:ro" ` +
  `-v "$PWD/tls.conf:/etc/nginx/conf.d/default.conf:ro" nginx`;

// Without the redirect from http, it needs no port below 1024. Java sends no server name without a dot.
export const localCaddyLines = ({ chain, key }: LocalFiles): string =>
  `{
  auto_https disable_redirects
  default_sni localhost
}
https://localhost:8443 {
  tls ${chain} ${key}
  respond "It works"
}`;
