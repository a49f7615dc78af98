/** The three tabs of an object that the user opened. */
import { type ReactNode, Suspense, useState } from "react";
import { Kept, Tabs } from "../ui/layout/tabs.tsx";

const TABS = [
  { value: "answer", text: "Answer" },
  { value: "details", text: "Details" },
  { value: "bytes", text: "Bytes" },
] as const;
export type ObjectTab = (typeof TABS)[number]["value"];

interface ObjectTabsProps {
  tab: ObjectTab;
  onTab: (tab: ObjectTab) => void;
  answer: ReactNode;
  details: ReactNode;
  /** Rendered when the tab is opened first; null if the object has no bytes of its own. */
  bytes: ReactNode;
}

export function ObjectTabs({ tab: asked, onTab, answer, details, bytes }: ObjectTabsProps) {
  const tabs = TABS.filter(({ value }) => value !== "bytes" || bytes !== null);
  const tab = tabs.some(({ value }) => value === asked) ? asked : "answer";
  const [bytesOpened, setBytesOpened] = useState(false);
  if (tab === "bytes" && !bytesOpened) setBytesOpened(true);
  return (
    <Tabs label="About this object" panel="Object" tabs={tabs} value={tab} onChange={onTab}>
      {/* On paper all of them, and for exports the rules, which Details checks. */}
      <Kept shown={tab === "answer"}>{answer}</Kept>
      <Kept shown={tab === "details"}>{details}</Kept>
      <Kept shown={tab === "bytes"}>
        {bytesOpened && <Suspense fallback={null}>{bytes}</Suspense>}
      </Kept>
    </Tabs>
  );
}
