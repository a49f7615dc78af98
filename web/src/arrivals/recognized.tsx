import { useEffect, useState } from "react";
import { isFinished, PAUSE } from "../run/live.ts";
import { Row, Stack } from "../ui/layout/layout.tsx";
import { Destinations } from "./offers.tsx";
import { type Offer, offerOf } from "./receive.ts";
import { recognize } from "./recognize.ts";

/** Names the kind of a text and the tools that open it, after a pause in typing. */
export default function Recognized({ text }: { text: string }) {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const offer = rested === text ? offerFor(text) : null;
  return (
    <div role="status">
      {offer && (
        <Stack gap={2}>
          <p>{offer.said}</p>
          <Row gap={2}>
            <Destinations {...offer} />
          </Row>
        </Stack>
      )}
    </div>
  );
}

function offerFor(text: string): Offer | null {
  const parts = recognize(text);
  if (parts.has("other") || !parts.has("host") && !isFinished(text)) return null;
  return offerOf({ text, files: [] }, parts);
}
