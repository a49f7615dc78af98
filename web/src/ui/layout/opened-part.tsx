import { type ReactNode, Suspense } from "react";
import { Section } from "./card.tsx";
import { Disclosure } from "./disclosure.tsx";

interface OpenedPartProps {
  /** The heading of its card; absent for a part of another card. */
  heading?: string;
  summary: string;
  /** Opens it. */
  open?: boolean;
  children: ReactNode;
}

/** A part of a result whose code loads when it is opened. It is not printed. */
export function OpenedPart({ heading, summary, open, children }: OpenedPartProps) {
  const part = (
    <Disclosure summary={summary} open={open}>
      {() => <Suspense>{children}</Suspense>}
    </Disclosure>
  );
  return heading === undefined ? part : <Section heading={heading} screenOnly>{part}</Section>;
}
