import type { ReactNode } from "react";
import { ButtonLink } from "../ui/navigation/button-link.tsx";
import type { IconName } from "../ui/base/icon-name.ts";
import { type HandOver, handOver } from "./hand-over.ts";

interface HandOverLinkProps<Path extends keyof HandOver> {
  to: Path;
  data: HandOver[Path];
  icon?: IconName;
  /** "filled" is the main action of a result. */
  kind?: "filled";
  children: ReactNode;
}

/** A link to another tool, which opens with the data. */
export function HandOverLink<Path extends keyof HandOver>(
  { to, data, icon, kind, children }: HandOverLinkProps<Path>,
) {
  return (
    <ButtonLink
      kind={kind}
      size={kind === "filled" ? "normal" : "small"}
      icon={icon}
      to={to}
      onFollow={() => handOver(to, data)}
    >
      {children}
    </ButtonLink>
  );
}
