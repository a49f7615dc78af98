import { handOver } from "../hand-over/hand-over.ts";
import { ButtonLink } from "../ui/navigation/button-link.tsx";
import { misplaced } from "./misplaced.ts";
import type { Offer } from "./receive.ts";
import { Button } from "../ui/base/button.tsx";
import type { ElsewhereProps } from "../ui/form/elsewhere.ts";
import { Toast } from "../ui/feedback/toast.tsx";
import { useLocation } from "react-router-dom";
import { Row, Stack } from "../ui/layout/layout.tsx";

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

/** Names a text that is in the wrong field, and has a button for each other tool that opens it. */
export function Elsewhere({ text, takes, hasError }: ElsewhereProps) {
  const { pathname } = useLocation();
  const offer = misplaced(text, { takes, pathname, hasError });
  return (
    <div role="status">
      {offer && (
        <Stack gap={2}>
          {!hasError && <p>{offer.said}</p>}
          <Row gap={2}>
            <Destinations {...offer} />
          </Row>
        </Stack>
      )}
    </div>
  );
}
