/** The fields of the chain analyzer's form, one set for each place that certificates come from. */
import type { RefCallback } from "react";
import { CodeField } from "../../ui/form/code-field.tsx";
import { CheckboxField, TextField } from "../../ui/form/field.tsx";

interface PastedFieldsProps {
  field: { error: string | null; ref: RefCallback<HTMLElement> };
  certificate: string;
  onChange: (text: string) => void;
  onFill: () => void;
  completesOnline: boolean;
  onCompletesOnline: (checked: boolean) => void;
}

export function PastedFields(
  { field, certificate, onChange, onFill, completesOnline, onCompletesOnline }: PastedFieldsProps,
) {
  return (
    <>
      <CodeField
        {...field}
        label="Certificate"
        required
        multiple
        value={certificate}
        hint="PEM, DER or P7B, one or many, in any order, with any text around them. Drop files here."
        placeholder="-----BEGIN CERTIFICATE-----"
        accept=".pem,.crt,.cer,.der,.p7b,.p7c,.txt,application/x-x509-ca-cert,application/pkcs7-mime"
        onChange={onChange}
        onFill={onFill}
      />
      <CheckboxField
        label="Complete chains online"
        checked={completesOnline}
        onChange={onCompletesOnline}
        hint="When an issuer is missing, sends the certificates, and nothing else, to this site's server, which fetches it."
      />
    </>
  );
}

interface DomainFieldProps {
  ref: RefCallback<HTMLElement>;
  domain: string;
  error: string | null;
  connected: boolean;
  onChange: (text: string) => void;
}

export function DomainField({ ref, domain, error, connected, onChange }: DomainFieldProps) {
  return (
    <TextField
      ref={ref}
      label="Domain"
      required
      prefix="https://"
      inputMode="url"
      value={domain}
      error={error}
      hint={connected
        ? "This site's server contacts the host on port 443 and reads what it sends."
        : "You are offline, and this needs a connection. Pasted certificates are analyzed without one."}
      placeholder="www.example.com"
      onChange={onChange}
    />
  );
}
