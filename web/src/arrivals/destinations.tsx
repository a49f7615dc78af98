import { handOver } from "../hand-over/hand-over.ts";
import { ButtonLink } from "../ui/navigation/button-link.tsx";
import type { Offer } from "./receive.ts";

/** A button for each tool that can open what was recognized. */
export function Destinations({ destinations }: Pick<Offer, "destinations">) {
  return destinations.map(({ path, data, to, icon, label }) => (
    <ButtonLink
      key={label}
      size="small"
      icon={icon}
      to={to}
      onFollow={() => data && handOver(path, data)}
    >
      {label}
    </ButtonLink>
  ));
}
