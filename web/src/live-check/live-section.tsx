import { type ComponentProps, lazy, Suspense } from "react";
import { Section } from "../ui/layout/card.tsx";
import { Disclosure } from "../ui/layout/disclosure.tsx";

/** Loaded when it is opened, because it is needed only after the certificate was installed. */
const LiveCheck = lazy(() => import("./live-check.tsx"));

/** The section "Is it live now?" of a server's certificate. */
export function LiveSection(props: ComponentProps<typeof LiveCheck>) {
  return (
    <Section heading="Is it live now?" screenOnly>
      <LiveDisclosure {...props} />
    </Section>
  );
}

/** The same without a card of its own. */
export function LiveDisclosure(props: ComponentProps<typeof LiveCheck>) {
  return (
    <Disclosure summary="Check the server after you install it">
      {() => (
        <Suspense>
          <LiveCheck {...props} />
        </Suspense>
      )}
    </Disclosure>
  );
}

/** The host to fill in: the first domain name of a certificate, without the star of a wildcard. */
export const hostOf = (names: readonly { type: string; value: string }[]): string =>
  names.find(({ type }) => type === "DNS")?.value.replace(/^\*\./, "") ?? "";
