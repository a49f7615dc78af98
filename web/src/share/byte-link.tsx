/** The address of a byte of a public object, which the inspector opens. */
import { type ReactNode, useEffect, useState } from "react";
import { linkTo, linkToByte } from "../links/link.ts";
import { READABLE } from "./travelling.ts";

interface ByteLink {
  /** For `Asn1View`; empty until the link is made, and for an object that no link may hold. */
  readonly props: { linkTo?: (offset: number) => string; onLinked?: () => void };
  /** Who can read what was copied. */
  readonly note: ReactNode;
}

/** `pem`: the object; null if no link may hold it. */
export function useByteLink(pem: string | null): ByteLink {
  const [address, setAddress] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (pem === null) return;
    let gone = false;
    linkTo("/inspect", pem).then((made) => {
      if (!gone && "address" in made) setAddress(made.address);
    });
    return () => void (gone = true);
  }, [pem]);
  return {
    props: address === null ? {} : {
      linkTo: (offset) => linkToByte(address, offset),
      onLinked: () => setCopied(true),
    },
    note: isCopied && <p>{READABLE}</p>,
  };
}
