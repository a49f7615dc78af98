import { lazy, Suspense } from "react";
import { Disclosure } from "../ui/layout/disclosure.tsx";
import { Section } from "../ui/layout/card.tsx";
import type { SavedFiles } from "./lines.ts";

/** Loaded when it is opened, because most visitors come for something else. */
const InstallPrograms = lazy(() => import("./install-programs.tsx"));

/** "Install it", for the files of another page's download. */
export function InstallSection(props: SavedFiles) {
  return (
    <Section heading="Install it" screenOnly>
      <Disclosure
        summary={props.pfx === null
          ? "On nginx, Apache, Caddy, HAProxy, Node.js, Traefik or Kubernetes"
          : "On IIS or Tomcat"}
      >
        {() => (
          <Suspense>
            <InstallPrograms {...props} />
          </Suspense>
        )}
      </Disclosure>
    </Section>
  );
}
