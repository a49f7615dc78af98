import { lazy } from "react";
import { OpenedPart } from "../ui/layout/opened-part.tsx";
import type { SavedFiles } from "./lines.ts";

/** Loaded when it is opened, because most visitors come for something else. */
const InstallPrograms = lazy(() => import("./install-programs.tsx"));

/** "Install it", for the files of another page's download. */
export const InstallSection = (props: SavedFiles) => (
  <OpenedPart
    heading="Install it"
    summary={props.pfx === null
      ? "On nginx, Apache, Caddy, HAProxy, Node.js, Traefik or Kubernetes"
      : "On IIS or Tomcat"}
  >
    <InstallPrograms {...props} />
  </OpenedPart>
);
