/** A renewal starts from a certificate or a CSR: opened by the user, or by data from another page. */
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { Disclosure } from "../../ui/layout/disclosure.tsx";

const Prefill = lazy(() => import("./prefill.tsx"));

interface StartFromProps extends Pick<ComponentProps<typeof Prefill>, "onFilled"> {
  /** Called with the name for a new certificate, from another page. */
  onNamed: (name: string) => void;
}

export function StartFrom({ onFilled, onNamed }: StartFromProps) {
  const [given, setGiven] = useState("");
  useHandOver("/csr", (data) => "text" in data ? setGiven(data.text) : onNamed(data.name));
  useArrivals({ certificate: setGiven, request: setGiven });
  return (
    <Disclosure
      key={given}
      summary="Renewing? Start from the old certificate"
      open={given !== ""}
    >
      {() => (
        <Suspense>
          <Prefill given={given} onFilled={onFilled} />
        </Suspense>
      )}
    </Disclosure>
  );
}
