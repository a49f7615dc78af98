/** The servers, services, devices and receivers for which `bundle/make` writes a folder, with their names in sentences. */
export const TARGET_NAMES = {
  nginx: "nginx",
  apache: "Apache",
  haproxy: "HAProxy",
  caddy: "Caddy",
  traefik: "Traefik",
  node: "Node.js",
  iis: "IIS and Windows",
  java: "Tomcat and Java",
  kubernetes: "Kubernetes",
  compose: "Docker Compose",
  postfix: "Postfix",
  dovecot: "Dovecot",
  postgresql: "PostgreSQL",
  mariadb: "MariaDB",
  aws: "AWS Certificate Manager",
  azure: "Azure Key Vault",
  google: "Google Cloud",
  f5: "F5 BIG-IP",
  pfsense: "pfSense",
  android: "Android",
  iphone: "iPhone and iPad",
  localhost: "localhost",
  mail: "an answer by mail",
} as const;

export type TargetId = keyof typeof TARGET_NAMES;
export const TARGETS = Object.keys(TARGET_NAMES) as readonly TargetId[];
