/** Metadata of a tool, known before its page is loaded. Free of DOM and React code. */
import type { IconName } from "../ui/base/icon-name.ts";

export interface Tool {
  /** The name of its folder, and the key of its stored settings. */
  readonly id: string;
  readonly path: string;
  /** The tool's only name: in the menu, on the home page, in its heading and in its title. */
  readonly label: string;
  /** One sentence below the heading: its purpose and its users. */
  readonly lead: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Further words under which the search finds it. */
  readonly words?: readonly string[];
  readonly icon: IconName;
  /**
   * Its place in the menu: a link of its own, or the dropdown "More tools". Absent for the seven tools
   * that the dropdown "SSL Certificate Tools" lists.
   */
  readonly menu?: "bar" | "more";
  /** Whether the API offers the tool. Its page then shows the security notice. */
  readonly hasEndpoint: boolean;
}
