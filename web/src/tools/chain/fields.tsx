/** The fields of the chain analyzer's form, one set for each source of certificates. */
import type { RefCallback } from "react";
import { CodeField } from "../../ui/form/code-field.tsx";
import { CheckboxField, TextField } from "../../ui/form/field.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";

const CERTIFICATE_FILES =
  ".pem,.crt,.cer,.der,.p7b,.p7c,.txt,application/x-x509-ca-cert,application/pkcs7-mime";

/** A control's error, and the ref with which the form focuses the control. */
interface FieldFault {
  error: string | null;
  ref: RefCallback<HTMLElement>;
}

interface VerifierFieldProps {
  field: FieldFault;
  value: string;
  onChange: (text: string) => void;
}

/** An error opens the disclosure, which would hide it otherwise. */
export function HostNameField({ field, value, onChange }: VerifierFieldProps) {
  return (
    <Disclosure summary="Check for this host name" open={field.error !== null}>
      {() => (
        <TextField
          {...field}
          label="Host name"
          inputMode="url"
          autoComplete="off"
          value={value}
          hint="A domain name or an IP address. It is not stored."
          placeholder="www.example.com"
          onChange={onChange}
        />
      )}
    </Disclosure>
  );
}

export function RootsField(
  { field, value, onChange, onFill }: VerifierFieldProps & { onFill?: () => void },
) {
  return (
    <Disclosure summary="Also trust these roots" open={field.error !== null}>
      {() => (
        <CodeField
          {...field}
          label="Roots"
          takes="certificates"
          multiple
          rows={6}
          value={value}
          hint="Root certificates of your own. They are not stored."
          placeholder="-----BEGIN CERTIFICATE-----"
          accept={CERTIFICATE_FILES}
          onChange={onChange}
          onFill={onFill}
        />
      )}
    </Disclosure>
  );
}

interface PastedFieldsProps {
  field: FieldFault;
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
        takes="certificates"
        rows={6}
        required
        multiple
        value={certificate}
        hint="One or several certificates in any order: pasted, or in files (PEM, DER or P7B)."
        placeholder="-----BEGIN CERTIFICATE-----"
        accept={CERTIFICATE_FILES}
        onChange={onChange}
        onFill={onFill}
      />
      <CheckboxField
        label="Complete chains online"
        checked={completesOnline}
        onChange={onCompletesOnline}
        hint="If an issuer is missing, our server fetches it. It gets the certificates, and the roots and the host name that you entered."
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
        ? "Our server contacts the host on port 443 and reads what it sends."
        : "You are offline. Connect first, or paste the certificates: that works offline."}
      placeholder="www.example.com"
      onChange={onChange}
    />
  );
}
