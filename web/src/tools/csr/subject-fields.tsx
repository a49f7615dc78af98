/** The fields of the subject, in the page's form and in the popup's. */
import { type ReactNode, type RefCallback, useEffect, useState } from "react";
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
import { Pairs, Stack } from "../../ui/layout/layout.tsx";
import { useAlive } from "../../lib/hooks.ts";
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

interface SubjectFieldsProps {
  values: SubjectValues;
  onChange: (change: Partial<SubjectValues>) => void;
  errorOf: (field: keyof SubjectValues) => string | null;
  /** A hint for the choice in a field. */
  hintOf?: (field: string) => string | undefined;
  /** One line about organization, place and e-mail address. */
  about?: string;
  /** Leaves out organization, unit, city, state and e-mail address. */
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
  const countries = useCountries(values.country);
  const suggested = useSuggestion(values.country, countries);
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
      {about && !domainOnly && <GroupLine heading="Your organization">{about}</GroupLine>}
      {!domainOnly && (
        <>
          <Pairs short>
            <TextField
              {...common("organization")}
              label="Organization"
              required
              autoComplete="organization"
              autoCapitalize="words"
              onChange={change("organization")}
            />
            <UnitField
              {...common("organizationUnit")}
              onChange={change("organizationUnit")}
            />
          </Pairs>
          <Pairs short>
            <TextField
              {...common("city")}
              label="City"
              required
              autoComplete="address-level2"
              autoCapitalize="words"
              onChange={change("city")}
            />
            <TextField
              {...common("state")}
              label="State/Province"
              required
              autoComplete="address-level1"
              autoCapitalize="words"
              onChange={change("state")}
            />
          </Pairs>
        </>
      )}
      <Pairs short>
        <SelectField
          {...common("country")}
          label="Country"
          required
          autoComplete="country"
          options={countries}
          aside={suggested && (
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
        {!domainOnly && (
          <TextField
            {...common("email")}
            label="Administrative E-mail"
            required
            type="email"
            inputMode="email"
            autoComplete="email"
            onChange={change("email")}
          />
        )}
      </Pairs>
    </>
  );
}

interface UnitFieldProps extends FieldBase {
  /** "" leaves the unit out. */
  value: string;
  onChange: (value: string) => void;
  ref: RefCallback<HTMLElement>;
}

/** The organization unit, and the choice to leave it out. */
function UnitField({ value, onChange, ...field }: Omit<UnitFieldProps, "label">) {
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
        disabled={isLeftOut}
        onChange={onChange}
      />
      <CheckboxField
        label="No unit"
        checked={isLeftOut}
        onChange={(leaveOut) => {
          if (leaveOut) setPrevious(value);
          onChange(leaveOut ? "" : previous);
        }}
      />
    </Stack>
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

/** The country of the browser's language, as long as the form has the default; null without a suggestion. */
function useSuggestion(chosen: string, countries: readonly { value: string; text: string }[]) {
  const alive = useAlive();
  if (!alive || chosen !== DEFAULT_COUNTRY) return null;
  const region = regionOf(navigator.language);
  return region === chosen ? null : countries.find(({ value }) => value === region) ?? null;
}

/** "DE" for "de" and for "de-DE"; null for a language without a country. */
function regionOf(language: string): string | null {
  try {
    return new Intl.Locale(language).maximize().region ?? null;
  } catch {
    return null;
  }
}
