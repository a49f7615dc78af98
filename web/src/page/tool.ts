/** What the shell knows about a tool before its page is loaded. No DOM and no React in here. */
import type { IconName } from "../ui/base/icon-name.ts";

export interface Tool {
  /** The name of its folder; settings are remembered under it. */
  readonly id: string;
  readonly path: string;
  /** In the dropdown, on the home page and in the manifest's shortcuts. */
  readonly label: string;
  /** The heading of its page. */
  readonly heading: string;
  /** Under the heading: what it does for whom, in one sentence. */
  readonly lead: string;
  /** Before " | SSL Tools". */
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly icon: IconName;
  /** Whether the menu lists the tool under "More". */
  readonly isUnderMore?: true;
  /** Whether the tool has an endpoint: then its page has the security notice. */
  readonly hasEndpoint: boolean;
}
