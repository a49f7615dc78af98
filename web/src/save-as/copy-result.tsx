import { useRef } from "react";
import { markdownOf } from "./markdown.ts";
import { CopyButton } from "../ui/base/copy-button.tsx";
import { Row } from "../ui/layout/layout.tsx";

interface CopyResultProps {
  /** The answer of the API, with null in place of a private key. */
  value: unknown;
  /** A private key was left out, because a clipboard is often shared between devices. */
  withoutKey?: boolean;
}

/** Copies the whole result, as JSON of the API or as Markdown of the page. */
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
