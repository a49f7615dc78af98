/** The fields of the subject, in the page's form and in the popup's. */
import { type ReactNode, type RefCallback, useState } from "react";
import { CERTIFICATE_TYPES, DEFAULT_COUNTRY } from "../../../../core/csr/contract.ts";
import { ORGANIZATION_UNITS } from "../../../../core/csr/organization-units.ts";
import {
  CheckboxField,
  type FieldBase,
  GroupLine,
  SelectField,
  TextField,
} from "../../ui/form/field.tsx";
import { Button } from "../../ui/base/button.tsx";
import { FieldRow, Pairs, Stack } from "../../ui/layout/layout.tsx";
import { useModule } from "../../lib/load.ts";
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
const UNIT_OPTIONS = ORGANIZATION_UNITS.map((value) => ({ value, text: value }));
/** An old certificate may name a unit that is not in the list. */
const unitOptions = (value: string) =>
  UNIT_OPTIONS.some((option) => option.value === value)
    ? UNIT_OPTIONS
    : [{ value, text: value }, ...UNIT_OPTIONS];

/** Loads the whole list after the first render, to keep the first visit small. */
const loadCountries = () => import("./countries.ts");

const FIRST_COUNTRIES = [{ value: "US", text: "United States" }];

/** An old certificate may name a country that is not in the list. */
const countryOptions = (chosen: string, countries = FIRST_COUNTRIES) =>
  countries.some(({ value }) => value === chosen)
    ? countries
    : [...countries, { value: chosen, text: chosen }];

interface SubjectFieldsProps {
  values: SubjectValues;
  onChange: (change: Partial<SubjectValues>) => void;
  errorOf: (field: keyof SubjectValues) => string | null;
  /** A hint for the choice in a field. */
  hintOf?: (field: string) => string | undefined;
  /** One line about organization, place and e-mail address. */
  about?: string;
  /** Disables the fields about the organization. */
  domainOnly?: boolean;
  /** Fields for more names, after the common name. */
  names?: ReactNode;
  /** Returns the ref for a field's control, so that the first field with an error can be focused. */
  refOf: (field: keyof SubjectValues) => RefCallback<HTMLElement>;
}

export function SubjectFields(
  {
    values,
    onChange,
    errorOf,
    hintOf = () => undefined,
    about,
    domainOnly = false,
    names,
    refOf,
  }: SubjectFieldsProps,
) {
  const loaded = useModule(loadCountries, true);
  const countries = countryOptions(values.country, loaded?.COUNTRY_OPTIONS);
  const own = values.country === DEFAULT_COUNTRY ? loaded?.ownCountry() : null;
  const suggested = own && own.value !== DEFAULT_COUNTRY ? own : null;
  const isTls = values.certificateType === "SSL/TLS";
  const common = (field: keyof SubjectValues) => ({
    value: values[field],
    error: errorOf(field),
    hint: hintOf(field),
    ref: refOf(field),
  });
  const needed = { required: !domainOnly, disabled: domainOnly };
  const change = (field: keyof SubjectValues) => (value: string) => onChange({ [field]: value });
  return (
    <>
      <FieldRow>
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
      </FieldRow>
      {about && <GroupLine heading="Your organization">{about}</GroupLine>}
      <FieldRow>
        <Pairs short>
          <TextField
            {...common("organization")}
            {...needed}
            label="Organization"
            autoComplete="organization"
            autoCapitalize="words"
            onChange={change("organization")}
          />
          <UnitField
            {...common("organizationUnit")}
            disabled={domainOnly}
            onChange={change("organizationUnit")}
          />
        </Pairs>
        <Pairs short>
          <TextField
            {...common("city")}
            {...needed}
            label="City"
            autoComplete="address-level2"
            autoCapitalize="words"
            onChange={change("city")}
          />
          <TextField
            {...common("state")}
            {...needed}
            label="State/Province"
            autoComplete="address-level1"
            autoCapitalize="words"
            onChange={change("state")}
          />
        </Pairs>
        <Pairs short>
          <SelectField
            {...common("country")}
            {...needed}
            label="Country"
            autoComplete="country"
            options={countries}
            aside={suggested && !domainOnly && (
              <Button
                size="small"
                kind="quiet"
                onClick={() => onChange({ country: suggested.value })}
              >
                {`${suggested.text}?`}
              </Button>
            )}
            onChange={change("country")}
          />
          <TextField
            {...common("email")}
            {...needed}
            label="Administrative E-mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            onChange={change("email")}
          />
        </Pairs>
      </FieldRow>
    </>
  );
}

interface UnitFieldProps extends FieldBase {
  /** "" leaves the unit out. */
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
  ref: RefCallback<HTMLElement>;
}

/** The organization unit, and the choice to leave it out. */
function UnitField({ value, disabled, onChange, ...field }: Omit<UnitFieldProps, "label">) {
  const isLeftOut = value === "";
  /** The unit that comes back with the field. */
  const [previous, setPrevious] = useState<string>(ORGANIZATION_UNITS[0]);
  const shown = isLeftOut ? previous : value;
  return (
    <Stack gap={2}>
      <SelectField
        {...field}
        label="Organization Unit"
        value={shown}
        options={unitOptions(shown)}
        disabled={disabled || isLeftOut}
        onChange={onChange}
      />
      <CheckboxField
        label="No unit"
        checked={isLeftOut}
        disabled={disabled}
        onChange={(leaveOut) => {
          if (leaveOut) setPrevious(value);
          onChange(leaveOut ? "" : previous);
        }}
      />
    </Stack>
  );
}
