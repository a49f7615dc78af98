/** The fields of the key and its signature. */
import { type RefCallback, useEffect, useState } from "react";
import {
  DIGEST_ALGORITHMS,
  ECC_CURVES,
  KEY_SIZES,
  KEY_TYPES,
} from "../../../../core/csr/contract.ts";
import { SelectField } from "../../ui/form/field.tsx";
import { Pairs } from "../../ui/layout/layout.tsx";
import type { FormValues, KEY_FIELDS } from "./form-values.ts";

type KeyField = (typeof KEY_FIELDS)[number];

const recommended = <T extends string | number>(values: readonly T[]) =>
  values.map((value, index) => ({
    value: String(value),
    text: index === 0 ? `${value} (recommended)` : String(value),
  }));
const plain = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

const SIZE_OPTIONS = recommended(KEY_SIZES);
const DIGEST_OPTIONS = recommended(DIGEST_ALGORITHMS);
const TYPE_OPTIONS = plain(KEY_TYPES);
const CURVE_OPTIONS = plain(ECC_CURVES);

interface KeyFieldsProps {
  values: FormValues;
  onChange: (change: Partial<FormValues>) => void;
  errorOf: (field: string) => string | null;
  hintOf: (field: string) => string | undefined;
  refOf: (field: string) => RefCallback<HTMLElement>;
}

/** RSA has sizes and ECC has curves; the user's own key needs neither. */
export function KeyFields({ values, onChange, errorOf, hintOf, refOf }: KeyFieldsProps) {
  const [others, setOthers] = useState<readonly string[]>([]);
  // Loaded after the page is drawn, because few users want these kinds.
  useEffect(() => {
    import("./other-keys.ts").then(({ otherKeys }) => otherKeys()).then(setOthers, () => {});
  }, []);
  const isNew = values.privateKey.trim() === "";
  const { keyType } = values;
  const common = (field: KeyField) => ({
    value: values[field],
    error: errorOf(field),
    hint: hintOf(field),
    ref: refOf(field),
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <>
      {isNew && (
        <Pairs gap={3}>
          <SelectField
            {...common("keyType")}
            label="Key Type"
            options={[...TYPE_OPTIONS, ...plain(others)]}
          />
          {keyType === "RSA" && (
            <SelectField {...common("keySize")} label="Key Size" options={SIZE_OPTIONS} />
          )}
          {keyType === "ECC" && (
            <SelectField {...common("eccCurve")} label="Curve" options={CURVE_OPTIONS} />
          )}
        </Pairs>
      )}
      {(!isNew || keyType === "RSA" || keyType === "ECC") && (
        <SelectField
          {...common("digestAlgorithm")}
          label="Digest Algorithm"
          options={DIGEST_OPTIONS}
        />
      )}
    </>
  );
}
