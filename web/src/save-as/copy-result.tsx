import { useRef } from "react";
import { markdownOf } from "./markdown.ts";
import { CopyButton } from "../ui/base/copy-button.tsx";
import { Row } from "../ui/layout/layout.tsx";

interface CopyResultProps {
  /** As the API answers it; a private key in it is null. */
  value: unknown;
  /**
   * There was a private key: it is left out, because a clipboard is often shared between devices.
   */
  withoutKey?: boolean;
}

/** Copies the whole result: as the API answers it, and as the page shows it. */
export default function CopyResult({ value, withoutKey }: CopyResultProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Row gap={2}>
        <CopyButton
          label="Copy as JSON"
          text={() => JSON.stringify(value, null, 2) + "\n"}
        />
        <CopyButton
          label="Copy as Markdown"
          text={() => markdownOf(place.current!.closest("section[aria-label=Result]")!)}
        />
        {withoutKey && <small>Without the private key.</small>}
      </Row>
    </div>
  );
}
