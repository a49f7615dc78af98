/** The fields under "More options". */
import type { RefCallback } from "react";
import {
  CLIENT_DAYS,
  ECC_CURVES,
  isCaKind,
  type Issuer,
  KEY_SIZES,
  type Kind,
  KINDS,
} from "../../../../core/certificate/contract.ts";
import { CodeField } from "../../ui/form/code-field.tsx";
import { CheckboxField, SelectField, TextField } from "../../ui/form/field.tsx";
import { Pairs, Stack } from "../../ui/layout/layout.tsx";
import { type FormValues, issuersOf, makesCa, type OptionField } from "./form-values.ts";

const KIND_TEXT: Readonly<Record<Kind, string>> = {
  "tls-server": "TLS server",
  "tls-client": "TLS client",
  "smime": "S/MIME (e-mail)",
  "intermediate-ca": "Intermediate CA",
  "root-ca": "Root CA",
};
const ISSUER_TEXT: Readonly<Record<Issuer, string>> = {
  "new-ca": "A new CA, made for it",
  "self-signed": "Itself (self-signed)",
  "existing-ca": "A CA that I have",
};
const plain = (values: readonly (string | number)[]) =>
  values.map((value) => ({ value: String(value), text: String(value) }));

interface OptionFieldsProps {
  values: FormValues;
  onChange: (change: Partial<FormValues>) => void;
  of: (field: OptionField) => { error: string | null; ref: RefCallback<HTMLElement> };
}

export function OptionFields({ values, onChange, of }: OptionFieldsProps) {
  const text = (field: OptionField) => ({
    ...of(field),
    value: values[field] as string,
    onChange: (value: string) => onChange({ [field]: value }),
  });
  const isCa = isCaKind(values.kind);
  return (
    <Stack>
      <SelectField
        {...text("kind")}
        label="Kind"
        options={KINDS.map((value) => ({ value, text: KIND_TEXT[value] }))}
        onChange={(kind) => {
          const [first, ...others] = issuersOf(kind as Kind);
          const issuer = others.includes(values.issuer) ? values.issuer : first;
          onChange({ kind: kind as Kind, issuer });
        }}
      />
      <SelectField
        {...text("issuer")}
        label="Signed by"
        options={issuersOf(values.kind).map((value) => ({ value, text: ISSUER_TEXT[value] }))}
      />
      {values.issuer === "existing-ca" && <AuthorityFields text={text} />}
      {values.issuer !== "self-signed" && (
        <CodeField
          {...text("csr")}
          label="CSR"
          rows={4}
          hint="To sign a request that you have. Its key and names are taken, and no key is made."
          placeholder="-----BEGIN CERTIFICATE REQUEST-----"
          accept=".csr,.req,.pem,.der,.txt"
        />
      )}
      <Pairs>
        <TextField
          {...text("days")}
          label="Valid for days"
          inputMode="numeric"
          hint={values.kind === "tls-server" && Number(values.days) > CLIENT_DAYS
            ? `Apple's devices accept at most ${CLIENT_DAYS} days.`
            : undefined}
        />
        {isCa && (
          <TextField
            {...text("pathLength")}
            label="Path length"
            inputMode="numeric"
            hint="How many CAs may follow below it."
          />
        )}
      </Pairs>
      <Pairs>
        <SelectField {...text("keyType")} label="Key type" options={plain(["ECC", "RSA"])} />
        {values.keyType === "RSA"
          ? <SelectField {...text("keySize")} label="Key size" options={plain(KEY_SIZES)} />
          : <SelectField {...text("eccCurve")} label="Curve" options={plain(ECC_CURVES)} />}
      </Pairs>
      <TextField
        {...text("commonName")}
        label="Common name"
        hint="The first name when left empty."
      />
      <Pairs>
        <TextField {...text("organization")} label="Organization" />
        <TextField {...text("country")} label="Country code" placeholder="DE" maxLength={2} />
      </Pairs>
      {makesCa(values) && (
        <CheckboxField
          label="The CA may issue for these names only"
          checked={values.nameConstraints}
          onChange={(nameConstraints) => onChange({ nameConstraints })}
          hint={values.nameConstraints
            ? "Name constraints (RFC 5280, 4.2.1.10). Clients refuse every other name from this CA."
            : "Whoever gets the CA's key can imitate any site to those who trust this root."}
        />
      )}
      {values.issuer === "new-ca" && (
        <CheckboxField
          label="Keep the CA's key"
          checked={values.keepCaKey}
          onChange={(keepCaKey) => onChange({ keepCaKey })}
          hint="To sign more certificates later. Otherwise nobody can issue with this CA again."
        />
      )}
    </Stack>
  );
}

type TextOf = (field: OptionField) => {
  error: string | null;
  ref: RefCallback<HTMLElement>;
  value: string;
  onChange: (value: string) => void;
};

/** Certificate and key of the CA, as texts or in one PFX file. */
function AuthorityFields({ text }: { text: TextOf }) {
  return (
    <>
      <CodeField
        {...text("caCertificate")}
        label="CA certificate"
        rows={4}
        multiple
        hint="With the certificates above it, if you want them in the chain."
        placeholder="-----BEGIN CERTIFICATE-----"
        accept=".crt,.cer,.pem,.der,.txt"
      />
      <CodeField
        {...text("caPrivateKey")}
        label="CA private key"
        rows={4}
        placeholder="-----BEGIN PRIVATE KEY-----"
        accept=".key,.pem,.der,.p8,.pk8,.txt"
      />
      <CodeField
        {...text("caPfx")}
        label="Or a PFX file with both"
        rows={2}
        accept=".pfx,.p12"
      />
      <TextField
        {...text("caPassphrase")}
        label="Passphrase"
        type="password"
        autoComplete="off"
        hint="Of the private key or the PFX file, if it has one."
      />
    </>
  );
}
