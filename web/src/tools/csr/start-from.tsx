/** A renewal starts from a certificate or a CSR: opened by the user, or by data from another page. */
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { Disclosure } from "../../ui/layout/disclosure.tsx";

const Prefill = lazy(() => import("./prefill.tsx"));

export function StartFrom({ onFilled }: Pick<ComponentProps<typeof Prefill>, "onFilled">) {
  const [given, setGiven] = useState("");
  useHandOver("/csr", ({ text }) => setGiven(text));
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
