/** Every field of every operation of the API, with a way to put a value into it. */
import { exampleOf } from "../../core/example-inputs.ts";
import type { Binding } from "../../core/kernel/execute.ts";
import { crlGenerate } from "../../core/crl/contract.ts";
import { offered } from "../../core/operations.ts";
import { inputSchema, type JsonSchema } from "../../api/docs/json-schema.ts";
import { pbkdf2Key, pem } from "../support/hostile-der.ts";

export interface InputField {
  readonly operation: string;
  /** The path, with dots between levels and `[]` for an element of a list. */
  readonly name: string;
  /** `text`: takes a text. `texts`: a list of texts. `other`: a number, a choice, an object. */
  readonly takes: "text" | "texts" | "other";
  /** The example request with this value in the field. */
  with(value: unknown): Record<string, unknown>;
}

type Value = Record<string, unknown>;

/** The example of an operation, without work that is the same for every value of a field. */
export function cheapExample({ contract }: Binding): Value {
  const given = exampleOf(contract) as Value;
  return {
    ...given,
    // The derivation for a password is charged by its iterations.
    ..."password" in given && { password: "" },
    // A search for primes takes the same time for every text.
    ..."keySize" in given && { keyType: "ECC", eccCurve: "P-256" },
  };
}

const LOCKED = { privateKey: pem("ENCRYPTED PRIVATE KEY", pbkdf2Key(1)) };
const { caCertificate, caPrivateKey } = exampleOf(crlGenerate);
const AUTHORITY = { issuer: "existing-ca", caCertificate, caPrivateKey };

/** Members that a request needs, or the operation would not read the field. */
const NEEDS: Readonly<Record<string, Value>> = {
  "csr/generate passphrase": LOCKED,
  "match/verify passphrase": LOCKED,
  "pfx/convert passphrase": LOCKED,
  "key/convert passphrase": LOCKED,
  "key/convert newPassphrase": { format: "pkcs8-encrypted" },
  "certificate/generate caCertificate": AUTHORITY,
  "certificate/generate caPrivateKey": AUTHORITY,
  "certificate/generate caPassphrase": {
    ...AUTHORITY,
    caPrivateKey: LOCKED.privateKey,
  },
  "certificate/generate caPfx": { issuer: "existing-ca" },
  "crl/generate caPassphrase": { caPrivateKey: LOCKED.privateKey },
  "crl/generate caPfx": { caCertificate: null, caPrivateKey: null },
};

function fieldsOf(binding: Binding): InputField[] {
  const { name: operation } = binding.contract;
  const base = cheapExample(binding);
  const fields: InputField[] = [];
  const walk = (schema: JsonSchema, path: readonly string[]): void => {
    for (const [key, property] of Object.entries((schema.properties ?? {}) as JsonSchema)) {
      const at = [...path, key];
      const name = at.join(".").replaceAll(".[]", "[]");
      const options = optionsOf(property as JsonSchema);
      const list = options.find(({ type }) => type === "array");
      const elements = list ? optionsOf((list.items ?? {}) as JsonSchema) : [];
      fields.push({
        operation,
        name,
        takes: options.some(isText) ? "text" : elements.some(isText) ? "texts" : "other",
        with: (value) => put({ ...base, ...NEEDS[`${operation} ${name}`] }, at, value) as Value,
      });
      for (const option of options) walk(option, at);
      for (const option of elements) walk(option, [...at, "[]"]);
    }
  };
  walk(inputSchema(binding), []);
  return fields;
}

function optionsOf(schema: JsonSchema): JsonSchema[] {
  const options = schema.anyOf ?? schema.oneOf;
  return Array.isArray(options) ? options.flatMap(optionsOf) : [schema];
}

const isText = ({ type, enum: choices, const: only }: JsonSchema): boolean =>
  type === "string" && choices === undefined && only === undefined;

/** A copy of `whole` with `value` at the path. Missing levels are made. */
function put(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (key === "[]") {
    const list = Array.isArray(whole) ? whole : [];
    return [put(list[0], rest, value), ...list.slice(1)];
  }
  const object = (typeof whole === "object" && whole !== null ? whole : {}) as Value;
  return { ...object, [key]: put(object[key], rest, value) };
}

/** In the order of the registry. */
export const inputFieldsOfAll: readonly InputField[] = offered.flatMap(fieldsOf);
