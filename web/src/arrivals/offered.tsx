import { Button } from "../ui/base/button.tsx";
import { Toast } from "../ui/feedback/toast.tsx";
import { Destinations } from "./destinations.tsx";
import type { Offer } from "./receive.ts";

interface OfferedProps {
  offer: Offer;
  onClose: () => void;
}

/** Offers what was pasted or dropped and is not for this page. */
export default function Offered({ offer, onClose }: OfferedProps) {
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
