import { lazy, Suspense } from "react";
import { Section } from "../ui/layout/card.tsx";
import { Disclosure } from "../ui/layout/disclosure.tsx";
import type { FolderProps } from "./props.ts";

/** Loaded when it is opened, because most visitors come for something else. */
const Folder = lazy(() => import("./folder.tsx"));

/** "Make it work": the folder that a server, service or device needs, of the objects of a page. */
export function MakeItWork(props: FolderProps) {
  return (
    <Section heading="Make it work" screenOnly>
      <FolderOnDemand {...props} />
    </Section>
  );
}

/** The same without a card of its own. */
export function FolderOnDemand(props: FolderProps) {
  return (
    <Disclosure summary="Get the folder for nginx, IIS, Java and others">
      {() => (
        <Suspense>
          <Folder {...props} />
        </Suspense>
      )}
    </Disclosure>
  );
}
