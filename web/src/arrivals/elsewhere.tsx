import { useLocation } from "react-router-dom";
import { Row } from "../ui/layout/layout.tsx";
import { Destinations } from "./destinations.tsx";
import { offerOf } from "./receive.ts";
import { recognize } from "./recognize.ts";

/** A button for each tool other than this one that opens a text. */
export default function Elsewhere({ text }: { text: string }) {
  const { pathname } = useLocation();
  const { destinations } = offerOf({ text, files: [] }, recognize(text));
  return (
    <Row gap={2}>
      <Destinations destinations={destinations.filter(({ path }) => path !== pathname)} />
    </Row>
  );
}
