/** The table of targets. */
import type { TargetId } from "../targets.ts";
import { kubernetes } from "./containers.ts";
import { iis, java } from "./keystores.ts";
import type { Target } from "./target.ts";
import { apache, nginx } from "./web-servers.ts";

export const targets: Readonly<Record<TargetId, Target>> = {
  nginx,
  apache,
  iis,
  java,
  kubernetes,
};
