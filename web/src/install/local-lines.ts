/** How programs on the own computer get a certificate for localhost. File names as in lines.ts. */
import {
  DOCKER_COMMAND,
  dockerLines,
  localCaddyLines,
  type LocalFiles,
  viteLines,
} from "../../../core/bundle/local-lines.ts";
import { nodeProgram, type Program } from "./lines.ts";

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
        code: localCaddyLines(files),
        copies: "lines for Caddy",
      },
      { text: "Start it:", code: "caddy run", copies: "start command for Caddy" },
    ],
  },
];

/** Whether a name always leads to the own computer (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). */
export const isLocalName = (name: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/i.test(name);
