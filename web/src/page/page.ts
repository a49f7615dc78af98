/** What is known of every page inside the shell. No DOM and no React: the build reads it too. */
import type { ComponentType } from "react";

/** A page's chunk. */
export interface PageModule {
  default: ComponentType;
}

export interface Page {
  readonly path: string;
  /** Before " | SSL Tools". */
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

/** What the shell knows about a page of documentation before it is loaded. */
export interface Doc {
  /** The name of its folder. */
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly heading: string;
  readonly lead: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
}
