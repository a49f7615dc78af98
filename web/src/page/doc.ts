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
