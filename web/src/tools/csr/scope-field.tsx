/** The first question of the form: whether the certificate names only the domain. */
import { RadioField } from "../../ui/form/field.tsx";
import { type FormValues, isDomainOnly } from "./form-values.ts";

export const ONLY_DOMAIN = "Only my domain (most websites)";

const DOMAIN = "domain";
const COMPANY = "company";

interface ScopeFieldProps {
  values: FormValues;
  onChange: (change: Pick<FormValues, "domainOnly">) => void;
}

export function ScopeField({ values, onChange }: ScopeFieldProps) {
  const isTls = values.certificateType === "SSL/TLS";
  return (
    <RadioField
      label="What should the certificate show?"
      value={isDomainOnly(values) ? DOMAIN : COMPANY}
      options={[
        { value: DOMAIN, text: ONLY_DOMAIN, disabled: !isTls },
        { value: COMPANY, text: "With my company's name" },
      ]}
      hint={isTls
        ? "A DV certificate needs no organization."
        : "An S/MIME certificate needs the details of your organization."}
      onChange={(value) => onChange({ domainOnly: value === DOMAIN })}
    />
  );
}
