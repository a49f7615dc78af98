/** Metadata of a tool, known before its page is loaded. Free of DOM and React code. */
import type { IconName } from "../ui/base/icon-name.ts";

export interface Tool {
  /** The name of its folder, and the key of its stored settings. */
  readonly id: string;
  readonly path: string;
  /** The name in the menu, on the home page and in the manifest's shortcuts. */
  readonly label: string;
  /** The main heading of its page. */
  readonly heading: string;
  /** One sentence below the heading: its purpose and its users. */
  readonly lead: string;
  /** The title without " | SSL Tools". */
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly icon: IconName;
  /** Whether the menu lists the tool under "More". */
  readonly isUnderMore?: true;
  /** Whether the API offers the tool. Its page then shows the security notice. */
  readonly hasEndpoint: boolean;
}
