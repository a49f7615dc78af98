import { lazy } from "react";
import { OpenedPart } from "../ui/layout/opened-part.tsx";
import type { FolderProps } from "./props.ts";

/** Loaded when it is opened, because most visitors come for something else. */
const Folder = lazy(() => import("./folder.tsx"));
const SUMMARY = "Get the folder for nginx, IIS, Java and others";

/** "Make it work": the folder that a server, service or device needs, of the objects of a page. */
export const MakeItWork = (props: FolderProps) => (
  <OpenedPart heading="Make it work" summary={SUMMARY}>
    <Folder {...props} />
  </OpenedPart>
);

/** The same without a card of its own. */
export const FolderOnDemand = (props: FolderProps) => (
  <OpenedPart summary={SUMMARY}>
    <Folder {...props} />
  </OpenedPart>
);
