import { useRef } from "react";
import { markdownOf } from "./markdown.ts";
import { CopyButton } from "../ui/base/copy-button.tsx";
import { Row } from "../ui/layout/layout.tsx";

/** Copies the whole result: as the API answers it, and as the page shows it. */
export function CopyResult({ value }: { value: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} data-print="none">
      <Row gap={2}>
        <CopyButton
          label="Copy as JSON"
          text={() => JSON.stringify(value, null, 2) + "\n"}
        />
        <CopyButton
          label="Copy as Markdown"
          text={() => markdownOf(place.current!.closest("section[aria-label=Result]")!)}
        />
      </Row>
    </div>
  );
}
