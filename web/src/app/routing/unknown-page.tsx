import * as TEXT from "../../../../core/texts.ts";
import { ButtonLink } from "../../ui/navigation/button-link.tsx";
import { PageHeader } from "../../ui/layout/layout.tsx";

/** The page for unknown addresses. */
export function UnknownPage() {
  return (
    <>
      <PageHeader
        heading={TEXT.applicationError}
        lead="There is no page at this address. All tools are in the menu above."
      />
      <ButtonLink to="/" kind="filled">Go to the home page</ButtonLink>
    </>
  );
}
