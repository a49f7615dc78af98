/** The three tabs of an object that the user opened. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { afterPaint } from "../lib/screen.ts";
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
  // The pressed tab is marked at once. Its panel follows with the next frame, because laying out the many fields of a
  // certificate takes longer than a frame on a slow phone.
  const [pressed, setPressed] = useState<ObjectTab | null>(null);
  const leave = useRef<() => void>(undefined);
  useEffect(() => () => leave.current?.(), []);
  const press = (value: ObjectTab) => {
    leave.current?.();
    setPressed(value);
    leave.current = afterPaint(() => {
      setPressed(null);
      onTab(value);
    });
  };
  return (
    <Tabs
      label="About this object"
      panel="Object"
      tabs={tabs}
      value={pressed ?? tab}
      onChange={press}
    >
      {/* On paper all of them, and for exports the rules, which Details checks. */}
      <Kept shown={tab === "answer"}>{answer}</Kept>
      <Kept shown={tab === "details"}>{details}</Kept>
      <Kept shown={tab === "bytes"}>
        {bytesOpened && <Suspense fallback={null}>{bytes}</Suspense>}
      </Kept>
    </Tabs>
  );
}
