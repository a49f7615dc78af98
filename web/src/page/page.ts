/** Metadata of the pages inside the shell. The build reads it too, so it imports no DOM and no React code. */
import type { ComponentType } from "react";

/** The module of a page, which is a chunk of its own. */
export interface PageModule {
  default: ComponentType;
}

export interface Page {
  readonly path: string;
  /** The title without " | SSL Tools". */
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** The page whose picture social networks show; unless given, its own. */
  readonly card?: string;
}

/** Metadata of a documentation page, known before the page is loaded. */
export interface Doc {
  /** The name of its folder. */
  readonly id: string;
  readonly path: string;
  /** Its name: in the menu, in its heading and in its title. */
  readonly label: string;
  readonly lead: string;
  readonly description: string;
  readonly keywords: readonly string[];
}
