/** The notices before and after the page clears the private keys that were not used for a time. */
import { Banner } from "../../ui/feedback/banner.tsx";
import { IDLE_MINUTES, NOTICE_MINUTES } from "./idle-keys.ts";

export const NearNotice = () => (
  <Banner
    tone="warn"
    title={`We clear the private keys on this page in ${NOTICE_MINUTES} minutes.`}
  >
    <p>Press a key or click anywhere to keep them, or save them.</p>
  </Banner>
);

export const ExpiredNotice = ({ onDismiss }: { onDismiss: () => void }) => (
  <Banner
    tone="info"
    title={`The private keys that this page kept were cleared after ${IDLE_MINUTES} minutes without an action.`}
    onDismiss={onDismiss}
  />
);
