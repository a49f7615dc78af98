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
