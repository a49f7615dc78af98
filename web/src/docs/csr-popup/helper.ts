/** Loads the helper's script as integrators do, without writing a tag into the page. */
import { useEffect, useState } from "react";
import type { CsrPopup } from "../../../public/csr-popup.d.ts";

const ADDRESS = "/csr-popup.js";

/** The helper once its script has run, else null. */
export function useHelper(): CsrPopup | null {
  const [helper, setHelper] = useState<CsrPopup | null>(null);
  useEffect(() => {
    const ready = () => setHelper((globalThis as unknown as Window).csrPopup);
    if ("csrPopup" in globalThis) return ready();
    const script = document.createElement("script");
    script.src = ADDRESS;
    script.addEventListener("load", ready);
    document.head.append(script);
    return () => script.removeEventListener("load", ready);
  }, []);
  return helper;
}
