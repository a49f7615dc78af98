import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { IconName } from "../ui/icon-name.ts";
import { PageHeader } from "../ui/layout.tsx";

export interface NotBuiltPageProps {
  heading: string;
  lead: string;
  icon: IconName;
}

/** A screen whose address stands and whose content is still to come. */
export function NotBuiltPage({ heading, lead, icon }: NotBuiltPageProps) {
  return (
    <>
      <PageHeader heading={heading} lead={lead} />
      <EmptyState
        icon={icon}
        heading="Not built yet"
        actions={<ButtonLink to="/">See what is ready</ButtonLink>}
      >
        This page is still to come. Its address will stay as it is.
      </EmptyState>
    </>
  );
}
