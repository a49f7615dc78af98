import { type ComponentProps, lazy } from "react";
import { OpenedPart } from "../ui/layout/opened-part.tsx";

/** Loaded when it is opened, because it is needed only after the certificate was installed. */
const LiveCheck = lazy(() => import("./live-check.tsx"));
const SUMMARY = "Check the server after you install it";

/** The section "Is it live now?" of a server's certificate. */
export const LiveSection = (props: ComponentProps<typeof LiveCheck>) => (
  <OpenedPart heading="Is it live now?" summary={SUMMARY}>
    <LiveCheck {...props} />
  </OpenedPart>
);

/** The same without a card of its own. */
export const LiveDisclosure = (props: ComponentProps<typeof LiveCheck>) => (
  <OpenedPart summary={SUMMARY}>
    <LiveCheck {...props} />
  </OpenedPart>
);

/** The host to fill in: the first domain name of a certificate, without the star of a wildcard. */
export const hostOf = (names: readonly { type: string; value: string }[]): string =>
  names.find(({ type }) => type === "DNS")?.value.replace(/^\*\./, "") ?? "";
