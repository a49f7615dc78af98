import { handOver } from "../hand-over/hand-over.ts";
import { ButtonLink } from "../ui/navigation/button-link.tsx";
import { type Offer, offerOf } from "./receive.ts";
import { Button } from "../ui/base/button.tsx";
import { Toast } from "../ui/feedback/toast.tsx";
import { useLocation } from "react-router-dom";
import { Row } from "../ui/layout/layout.tsx";
import { recognize } from "./recognize.ts";

/** A button for each tool that can open the recognized text or files. */
export function Destinations({ destinations }: Pick<Offer, "destinations">) {
  return destinations.map(({ path, data, to, icon, label }) => (
    <ButtonLink
      key={label}
      size="small"
      icon={icon}
      to={to}
      onFollow={() => handOver(path, data)}
    >
      {label}
    </ButtonLink>
  ));
}

interface OfferedProps {
  offer: Offer;
  onClose: () => void;
}

/** A toast for pasted or dropped data that this page does not take. */
export function Offered({ offer, onClose }: OfferedProps) {
  return (
    <Toast
      actions={
        <>
          <Destinations {...offer} />
          <Button size="small" kind="quiet" onClick={onClose}>Dismiss</Button>
        </>
      }
    >
      {offer.said}
    </Toast>
  );
}

/** A button for each other tool that opens a text. */
export function Elsewhere({ text }: { text: string }) {
  const { pathname } = useLocation();
  const { destinations } = offerOf({ text, files: [] }, recognize(text));
  return (
    <Row gap={2}>
      <Destinations destinations={destinations.filter(({ path }) => path !== pathname)} />
    </Row>
  );
}
