/** The table of targets. */
import type { TargetId } from "../targets.ts";
import { aws, azure, f5, google, pfsense } from "./clouds.ts";
import { compose, kubernetes } from "./containers.ts";
import { mariadb, postgresql } from "./databases.ts";
import { android, iphone, localhost } from "./devices.ts";
import { iis, java } from "./keystores.ts";
import { mail } from "./mail.ts";
import { dovecot, postfix } from "./mail-servers.ts";
import type { Target } from "./target.ts";
import { apache, caddy, haproxy, nginx, node, traefik } from "./web-servers.ts";

export const targets: Readonly<Record<TargetId, Target>> = {
  ...{ nginx, apache, haproxy, caddy, traefik, node },
  ...{ iis, java, kubernetes, compose, postfix, dovecot, postgresql, mariadb },
  ...{ aws, azure, google, f5, pfsense, android, iphone, localhost, mail },
};
