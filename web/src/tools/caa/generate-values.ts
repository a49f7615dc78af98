/** The values of the generator's form, and the request built from them. */
import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import {
  type caaGenerate,
  DEFAULT_AUTHORITIES,
  DEFAULT_RECORD_TYPES,
  FORBIDDABLE,
  RECORD_TYPES,
} from "../../../../core/caa/contract.ts";
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import { used } from "../../run/run.ts";

export interface GenerateValues {
  domain: string;
  /** The keys of the chosen authorities. */
  authorities: readonly string[];
  /** The chosen record types. */
  types: readonly string[];
  iodefEmail: string;
  /** Whether to omit issuewild records that would only repeat issue. */
  fewestRecords: boolean;
  forbid: readonly string[];
  critical: boolean;
  accountUri: string;
  validationMethods: readonly string[];
}

export const DEFAULTS: GenerateValues = {
  domain: "",
  authorities: DEFAULT_AUTHORITIES,
  types: DEFAULT_RECORD_TYPES,
  iodefEmail: "",
  fewestRecords: false,
  forbid: [],
  critical: false,
  accountUri: "",
  validationMethods: [],
};

export const EXAMPLE: GenerateValues = {
  ...DEFAULTS,
  domain: "example.com",
  types: RECORD_TYPES,
  iodefEmail: "security@example.com",
};

/** Fields in the form's order, as the contract names them. */
export const FIELDS = [
  "domain",
  "certificateAuthorities",
  "recordTypes",
  "iodefEmail",
  "accountUri",
  "validationMethods",
] as const;

/** The authorities that every request names. The others are sent if they are chosen. */
const SPECIFIED = AUTHORITIES.slice(0, 2).map(({ key }) => key);

export function toRequest(values: GenerateValues): RequestOf<typeof caaGenerate> {
  const { domain, authorities, types, forbid, accountUri, validationMethods } = values;
  const { fewestRecords, critical } = values;
  return {
    domain,
    certificateAuthorities: switches([...SPECIFIED, ...authorities], authorities),
    recordTypes: switches(RECORD_TYPES, types),
    iodefEmail: types.includes("iodef") ? values.iodefEmail : "",
    ...used({
      forbid: switches(FORBIDDABLE, forbid),
      fewestRecords,
      critical,
      accountUri,
      validationMethods: [...validationMethods],
    }),
  };
}

function switches<K extends string>(keys: readonly K[], on: readonly string[]): Record<K, boolean> {
  return Object.fromEntries(keys.map((key) => [key, on.includes(key)])) as Record<K, boolean>;
}

/** The list with or without one word. */
export function toggled(list: readonly string[], word: string, on: boolean): readonly string[] {
  return on ? [...list, word] : list.filter((other) => other !== word);
}
