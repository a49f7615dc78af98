import type { ReactNode } from "react";

interface PlainFormProps {
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
}

/** A form that the page validates and runs. The browser neither sends it nor stores its fields. */
export function PlainForm({ onSubmit, ...form }: PlainFormProps) {
  return (
    <form
      {...form}
      // A submit before hydration must not put the fields into the address.
      method="dialog"
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
