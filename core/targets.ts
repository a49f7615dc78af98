/** The servers, services and devices for which `bundle/make` writes a folder, with their names in sentences. */
export const TARGET_NAMES = {
  nginx: "nginx",
  apache: "Apache",
  iis: "IIS",
  java: "Tomcat and Java",
  kubernetes: "Kubernetes",
} as const;

export type TargetId = keyof typeof TARGET_NAMES;
export const TARGETS = Object.keys(TARGET_NAMES) as readonly TargetId[];
