/** The fields under "More options". */
import type { RefCallback } from "react";
import {
  CLIENT_DAYS,
  ECC_CURVES,
  isCaKind,
  type Issuer,
  KEY_SIZES,
  type Kind,
} from "../../../../core/certificate/contract.ts";
import { CodeField } from "../../ui/form/code-field.tsx";
import { CheckboxField, SelectField, TextField } from "../../ui/form/field.tsx";
import { Pairs, Stack } from "../../ui/layout/layout.tsx";
import { type FormValues, issuersOf, makesCa, type OptionField } from "./form-values.ts";
import type { HeldCa } from "./held-cas.ts";
import { KIND_OPTIONS } from "./words.ts";

/** The texts at the field for the names. */
export interface NameTexts {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
}

const CA_NAMES: NameTexts = {
  label: "Names",
  placeholder: "localhost or 192.168.1.10",
  hint: "The CA may issue for these names and the names below them.",
};

/** The same for the kinds that are chosen here. The page has that of a server, which is the first. */
export const NAME_TEXTS: Readonly<Partial<Record<Kind, NameTexts>>> = {
  "tls-client": {
    label: "Name of the client",
    placeholder: "alice",
    hint: "A person or device, such as alice. Domain names and e-mail addresses work too.",
  },
  "smime": {
    label: "E-mail addresses",
    placeholder: "jo@example.com",
    hint: "The addresses whose mail is signed or encrypted.",
  },
  "intermediate-ca": CA_NAMES,
  "root-ca": CA_NAMES,
};

const ISSUER_TEXT: Readonly<Record<Issuer, string>> = {
  "new-ca": "A new CA for this certificate",
  "self-signed": "Itself (self-signed)",
  "existing-ca": "A CA I already have",
};
/** Before the id of a CA of this page, in the value of the select. */
const HELD = "held-";

const plain = (values: readonly (string | number)[]) =>
  values.map((value) => ({ value: String(value), text: String(value) }));

export interface OptionFieldsProps {
  values: FormValues;
  /** The CAs whose keys are on this page. */
  cas: readonly Pick<HeldCa, "id" | "name">[];
  onChange: (change: Partial<FormValues>) => void;
  of: (field: OptionField) => { error: string | null; ref: RefCallback<HTMLElement> };
}

export default function OptionFields({ values, cas, onChange, of }: OptionFieldsProps) {
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
        options={KIND_OPTIONS}
        onChange={(kind) => {
          const [first, ...others] = issuersOf(kind as Kind);
          const issuer = others.includes(values.issuer) ? values.issuer : first;
          onChange({
            kind: kind as Kind,
            issuer,
            held: issuer === "existing-ca" ? values.held : null,
            // A root for one more level: it signs an intermediate CA, or certificates.
            pathLength: kind === "root-ca" ? "1" : "0",
          });
        }}
      />
      <SelectField
        {...text("issuer")}
        label="Signed by"
        value={values.held === null ? values.issuer : `${HELD}${values.held}`}
        options={[
          ...values.kind === "root-ca"
            ? []
            : cas.map(({ id, name }) => ({ value: `${HELD}${id}`, text: `${name}, on this page` })),
          ...issuersOf(values.kind).map((value) => ({ value, text: ISSUER_TEXT[value] })),
        ]}
        onChange={(issuer) =>
          onChange(
            issuer.startsWith(HELD)
              ? { issuer: "existing-ca", held: Number(issuer.slice(HELD.length)) }
              : { issuer: issuer as Issuer, held: null },
          )}
      />
      {values.issuer === "existing-ca" && values.held === null && <AuthorityFields text={text} />}
      {values.issuer !== "self-signed" && (
        <CodeField
          {...text("csr")}
          label="CSR"
          takes="request"
          rows={4}
          hint="Sign a CSR that you already have. We use its key and names, and make no new key."
          placeholder="-----BEGIN CERTIFICATE REQUEST-----"
          accept=".csr,.req,.pem,.der,.txt"
        />
      )}
      <Pairs short>
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
      <Pairs short>
        <SelectField {...text("keyType")} label="Key type" options={plain(["ECC", "RSA"])} />
        {values.keyType === "RSA"
          ? <SelectField {...text("keySize")} label="Key size" options={plain(KEY_SIZES)} />
          : <SelectField {...text("eccCurve")} label="Curve" options={plain(ECC_CURVES)} />}
      </Pairs>
      <TextField
        {...text("commonName")}
        label="Common name"
        hint="If empty, we use the first name."
      />
      <Pairs short>
        <TextField
          {...text("organization")}
          label="Organization"
          autoComplete="organization"
          autoCapitalize="words"
        />
        <TextField
          {...text("country")}
          label="Country code"
          autoComplete="country"
          autoCapitalize="characters"
          placeholder="DE"
          maxLength={2}
        />
      </Pairs>
      {makesCa(values) && (
        <CheckboxField
          label="The CA may issue only for these names"
          checked={values.nameConstraints}
          onChange={(nameConstraints) => onChange({ nameConstraints })}
          hint={values.nameConstraints
            ? "Name constraints (RFC 5280, 4.2.1.10). Clients refuse every other name from this CA."
            : "Anyone who gets the CA's key can imitate any site to everyone who trusts this root."}
        />
      )}
      {values.issuer === "new-ca" && (
        <CheckboxField
          label="Keep the CA's key"
          checked={values.keepCaKey}
          onChange={(keepCaKey) => onChange({ keepCaKey })}
          hint="Adds it to the download, so that you can sign more certificates later. Otherwise this page forgets it when you leave."
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
        takes="certificates"
        rows={4}
        multiple
        hint="With the certificates above it, if you want them in the chain."
        placeholder="-----BEGIN CERTIFICATE-----"
        accept=".crt,.cer,.pem,.der,.txt"
      />
      <CodeField
        {...text("caPrivateKey")}
        label="CA private key"
        takes="key"
        rows={4}
        placeholder="-----BEGIN PRIVATE KEY-----"
        accept=".key,.pem,.der,.p8,.pk8,.txt"
      />
      <CodeField
        {...text("caPfx")}
        label="Or a PFX file with both"
        takes="pfx"
        rows={2}
        accept=".pfx,.p12"
      />
      <TextField
        {...text("caPassphrase")}
        label="Passphrase"
        type="password"
        autoComplete="off"
        hint="The passphrase of the private key or the PFX file, if it has one."
      />
    </>
  );
}
