/** Example data of the form. It is part of the page, so that a click fills the form at once. */
import type { csrGenerate } from "../../../../core/csr/contract.ts";
import { csrGenerateExample } from "../../../../core/csr/generate-example.ts";
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import type { FormValues } from "./form-values.ts";

/** The contract's example, with the chosen type of certificate and the chosen key. */
export function withExample(values: FormValues): FormValues {
  const { keySize: _, ...example } = csrGenerateExample as RequestOf<typeof csrGenerate>;
  const filled = {
    ...values,
    ...example,
    certificateType: values.certificateType,
    keyType: values.keyType,
    digestAlgorithm: values.digestAlgorithm,
    eccCurve: values.eccCurve,
  } as FormValues;
  if (values.certificateType === "SSL/TLS") return filled;
  return { ...filled, commonName: "jo.doe@example.com", subjectAltNames: [] };
}
