/** The fields of the subject, in the page's form and in the popup's. */
import { type ReactNode, type RefCallback, useEffect, useState } from "react";
import { CERTIFICATE_TYPES } from "../../../../core/csr/contract.ts";
import { ORGANIZATION_UNITS } from "../../../../core/csr/organization-units.ts";
import { GroupLine, SelectField, TextField } from "../../ui/form/field.tsx";
import { Pairs } from "../../ui/layout/layout.tsx";
import type { SubjectValues } from "./form-values.ts";

/** In the order of the form, named as the contract names them. */
export const SUBJECT_FIELDS = [
  "certificateType",
  "commonName",
  "organization",
  "organizationUnit",
  "city",
  "state",
  "country",
  "email",
] as const satisfies readonly (keyof SubjectValues)[];

const TYPE_OPTIONS = CERTIFICATE_TYPES.map((value) => ({ value, text: value }));
const UNIT_OPTIONS = [
  ...ORGANIZATION_UNITS.map((value) => ({ value, text: value })),
  { value: "", text: "None" },
];
/** An old certificate may name a unit that is not in the list. */
const unitOptions = (value: string) =>
  UNIT_OPTIONS.some((option) => option.value === value)
    ? UNIT_OPTIONS
    : [{ value, text: value }, ...UNIT_OPTIONS];
interface SubjectFieldsProps {
  values: SubjectValues;
  onChange: (change: Partial<SubjectValues>) => void;
  errorOf: (field: keyof SubjectValues) => string | null;
  /** A hint for the choice in a field. */
  hintOf?: (field: string) => string | undefined;
  /** One line about organization, place and e-mail address. */
  about?: string;
  /** Fields for more names, after the common name. */
  names?: ReactNode;
  /** Returns the ref for a field's control, so that the first field with an error can be focused. */
  refOf: (field: keyof SubjectValues) => RefCallback<HTMLElement>;
}

export function SubjectFields(
  { values, onChange, errorOf, hintOf = () => undefined, about, names, refOf }: SubjectFieldsProps,
) {
  const countries = useCountries(values.country);
  const isTls = values.certificateType === "SSL/TLS";
  const common = (field: keyof SubjectValues) => ({
    value: values[field],
    error: errorOf(field),
    hint: hintOf(field),
    ref: refOf(field),
  });
  const change = (field: keyof SubjectValues) => (value: string) => onChange({ [field]: value });
  return (
    <>
      <SelectField
        {...common("certificateType")}
        label="Certificate Type"
        options={TYPE_OPTIONS}
        onChange={change("certificateType")}
      />
      <TextField
        {...common("commonName")}
        label={isTls ? "Common Name" : "Common Name (E-mail)"}
        required
        type={isTls ? "text" : "email"}
        inputMode={isTls ? "url" : "email"}
        placeholder={isTls ? "www.example.com or *.example.com" : "jo.doe@example.com"}
        onChange={change("commonName")}
      />
      {names}
      {about && <GroupLine heading="Who asks for it">{about}</GroupLine>}
      <Pairs>
        <TextField
          {...common("organization")}
          label="Organization"
          required
          onChange={change("organization")}
        />
        <SelectField
          {...common("organizationUnit")}
          label="Organization Unit"
          options={unitOptions(values.organizationUnit)}
          onChange={change("organizationUnit")}
        />
      </Pairs>
      <Pairs>
        <TextField {...common("city")} label="City" required onChange={change("city")} />
        <TextField
          {...common("state")}
          label="State/Province"
          required
          onChange={change("state")}
        />
      </Pairs>
      <Pairs>
        <SelectField
          {...common("country")}
          label="Country"
          required
          options={countries}
          onChange={change("country")}
        />
        <TextField
          {...common("email")}
          label="Administrative E-mail"
          required
          type="email"
          inputMode="email"
          onChange={change("email")}
        />
      </Pairs>
    </>
  );
}

/** Loads the whole list after the first render, to keep the first visit small. */
function useCountries(chosen: string) {
  const [countries, setCountries] = useState([{ value: "US", text: "United States" }]);
  useEffect(() => {
    import("../../../../core/assets/country-names.ts").then(
      ({ COUNTRIES }) => setCountries(COUNTRIES.map(([value, text]) => ({ value, text }))),
      () => {},
    );
  }, []);
  return countries.some(({ value }) => value === chosen)
    ? countries
    : [...countries, { value: chosen, text: chosen }];
}
