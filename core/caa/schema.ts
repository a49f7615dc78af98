/** Input and output of the CAA tool. */
import * as v from "valibot";
import { readDomainName } from "../names/domain-name.ts";
import { readEmailAddress } from "../names/email-address.ts";
import { choice, fields, list, optionalText, requiredText } from "../kernel/fields.ts";
import * as TEXT from "../texts.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import { AUTHORITIES, issuesSmime } from "./authorities.ts";
import { ownerName } from "../names/hosts.ts";
import {
  CAA_FORMATS,
  type CaaFormat,
  DEFAULT_AUTHORITIES,
  DEFAULT_RECORD_TYPES,
  FORBIDDABLE,
  RECORD_TYPES,
} from "./options.ts";
import { isUri, isValidationMethod } from "./records.ts";

/**
 * An object of switches. If the caller leaves the object out, the page's defaults apply. A switch that
 * is missing from a given object is off, so that only named authorities are authorized.
 */
function switches<const K extends string>(
  [label, inside]: readonly [string, string],
  keys: readonly K[],
  defaults: readonly string[],
  unknown: string,
) {
  const bit = v.optional(
    v.nullable(v.boolean(`Each value of ${inside} must be true or false`), false),
    false,
  );
  const entries = Object.fromEntries(keys.map((key) => [key, bit])) as Record<K, typeof bit>;
  const object = v.strictObject(
    entries,
    (issue) => issue.expected === "never" ? unknown : `${label} must be an object`,
  );
  const fallback = Object.fromEntries(
    keys.map((key) => [key, defaults.includes(key)]),
  ) as v.InferInput<typeof object>;
  return v.optional(v.nullable(object, fallback), fallback);
}

const MAX_METHODS = 16;
const TOO_MANY_METHODS = `Validation methods must be at most ${MAX_METHODS}`;

const generateInput = v.pipe(
  fields({
    domain: optionalText("Domain"),
    /** By key of core/caa/authorities.ts. */
    certificateAuthorities: switches(
      ["Certificate authorities", "certificate authorities"],
      AUTHORITIES.map(({ key }) => key),
      DEFAULT_AUTHORITIES,
      "Unknown certificate authority",
    ),
    recordTypes: switches(
      ["Record types", "record types"],
      RECORD_TYPES,
      DEFAULT_RECORD_TYPES,
      "Unknown record type",
    ),
    iodefEmail: optionalText("IODEF e-mail"),
    /** Record types that allow no authority at all: their value is `;`. */
    forbid: switches(["Forbid", "forbid"], FORBIDDABLE, [], "Unknown record type"),
    /** Leaves out issuewild where it would only repeat issue, which then governs wildcards too. */
    fewestRecords: v.optional(
      v.nullable(v.boolean("Fewest records must be true or false"), false),
      false,
    ),
    /** Sets the critical flag, 128. */
    critical: v.optional(v.nullable(v.boolean("Critical must be true or false"), false), false),
    /** RFC 8657 accounturi, for issue and issuewild. */
    accountUri: optionalText("Account URI"),
    /** RFC 8657 validationmethods, for issue and issuewild. */
    validationMethods: v.optional(
      v.nullable(
        list(
          v.pipe(
            v.array(
              v.pipe(
                v.string("Each validation method must be a string"),
                v.check(isValidationMethod, "Invalid validation method format"),
              ),
              "Validation methods must be a list",
            ),
            // For the documentation; the list itself refuses more.
            v.maxLength(MAX_METHODS, TOO_MANY_METHODS),
          ),
          MAX_METHODS,
          () => TOO_MANY_METHODS,
        ),
        () => [],
      ),
      () => [],
    ),
  }),
  // One check for all fields, so that a form gets all its faults at once, in the order of its fields.
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    const fault = (key: keyof typeof input, message: string) =>
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input, key, value: input[key] }],
      });
    if (input.domain.trim() === "") fault("domain", TEXT.caaDomainRequired);
    else if (ownerName(input.domain) === null) fault("domain", TEXT.domainNameInvalid);
    const types = FORBIDDABLE.filter((type) => input.recordTypes[type] || input.forbid[type]);
    const open = types.filter((type) => !input.forbid[type]);
    const authorities = AUTHORITIES.filter(({ key }) => input.certificateAuthorities[key]);
    const chosen = authorities.length;
    const onlyMail = types.length === 1 && open.includes("issuemail") && !input.recordTypes.iodef;
    if (onlyMail && chosen > 0 && !authorities.some(issuesSmime)) {
      fault("certificateAuthorities", TEXT.caaNoSmime);
    } else if (chosen === 0 && (open.length > 0 || types.length === 0)) {
      fault("certificateAuthorities", TEXT.caaAuthorityRequired);
    }
    if (types.length === 0 && !input.recordTypes.iodef) {
      fault("recordTypes", TEXT.caaRecordTypeRequired);
    }
    if (input.recordTypes.iodef) {
      if (input.iodefEmail.trim() === "") fault("iodefEmail", TEXT.caaIodefEmailRequired);
      else if (readEmailAddress(input.iodefEmail) === null) {
        fault("iodefEmail", TEXT.emailAddressInvalid);
      }
    }
    const account = input.accountUri.trim();
    if (account !== "") {
      if (!account.toLowerCase().startsWith("https://") || !isUri(account)) {
        fault("accountUri", "Invalid account URI format");
      } else if (chosen > 1) {
        fault("accountUri", "An account belongs to one certificate authority. Select only one");
      }
    }
  }),
);

export const caaRecord = v.object({
  /** The tag. */
  type: v.picklist(RECORD_TYPES),
  host: v.string(),
  value: v.string(),
  description: v.string(),
  /** The zone line. */
  raw: v.string(),
});

export const caaGenerate = {
  input: generateInput,
  output: v.object({
    domain: v.string(),
    records: v.array(caaRecord),
    summary: v.object({
      totalRecords: v.number(),
      /** Keys of the authorities that the records name. */
      certificateAuthorities: v.array(v.string()),
      /** The number of different types. */
      recordTypes: v.number(),
    }),
    /** The meaning of the records, in sentences. */
    explanation: v.array(v.string()),
    /** Sentences about the choice, such as that an authority issues no S/MIME certificates. */
    notes: v.array(v.string()),
    /** The records in the formats of name servers and DNS providers. */
    formats: v.object(
      Object.fromEntries(CAA_FORMATS.map((format) => [format, v.string()])) as Record<
        CaaFormat,
        ReturnType<typeof v.string>
      >,
    ),
    verdict: renderedVerdict,
  }),
};

/** One record of the input. */
export const parsedRecord = v.object({
  /** Null if the line has no owner. */
  domain: v.nullable(v.string()),
  flags: v.nullable(v.number()),
  tag: v.nullable(v.string()),
  value: v.nullable(v.string()),
  isValid: v.boolean(),
  /** The reason why the record is invalid; null if it is valid. */
  problem: v.nullable(v.string()),
  /** Remarks on values that are probably a mistake, and the records that an invalid one was meant to be. */
  notes: v.array(v.string()),
  /** The record as this tool would write it; null if it is not valid. */
  canonical: v.nullable(v.string()),
});
export type ParsedRecord = v.InferOutput<typeof parsedRecord>;

export const caaValidate = {
  input: fields({ record: requiredText("Record") }),
  output: v.object({ parsed: parsedRecord, verdict: renderedVerdict }),
};

export const caaCheck = {
  input: v.pipe(
    fields({
      records: requiredText("Records", "CAA records are required"),
      /** The name to be certified; empty: the name of the records. A leading `*.` asks for a wildcard. */
      domain: optionalText("Domain"),
      /** A key of the generator, or an issuer domain name; empty: no question asked. */
      authority: optionalText("Authority"),
      purpose: choice("Purpose", ["tls", "wildcard", "email"], "tls"),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      const fault = (key: keyof typeof input, message: string) =>
        addIssue({
          message,
          path: [{ type: "object", origin: "value", input, key, value: input[key] }],
        });
      if (input.domain.trim() !== "" && ownerName(input.domain) === null) {
        fault("domain", TEXT.domainNameInvalid);
      }
      const authority = input.authority.trim();
      const known = AUTHORITIES.some(({ key }) => key === authority);
      if (authority !== "" && !known && readDomainName(authority) === null) {
        fault("authority", "Authority must be a key or an issuer domain name");
      }
    }),
  ),
  output: v.object({
    records: v.array(v.object({ line: v.number(), ...parsedRecord.entries })),
    /** The number of entries of other types. */
    ignored: v.number(),
    /** The meaning of the records, by name. */
    policies: v.array(v.object({
      domain: v.nullable(v.string()),
      sentences: v.array(v.string()),
    })),
    answer: v.nullable(v.object({
      /** true: the authority may issue. false: it must not. null: these records do not decide it. */
      permitted: v.nullable(v.boolean()),
      reason: v.string(),
      /** Further conditions that the authority must meet. */
      conditions: v.array(v.string()),
      /** The name whose records govern; null if no records govern, or if the name is unknown. */
      governedBy: v.nullable(v.string()),
    })),
    verdict: renderedVerdict,
  }),
};

export const caaLookup = {
  input: fields({
    domain: v.pipe(
      requiredText("Domain", TEXT.caaDomainRequired),
      v.check((domain) => ownerName(domain) !== null, TEXT.domainNameInvalid),
    ),
  }),
  output: v.object({
    domain: v.string(),
    /** none: no records are published. failure: the resolver did not answer. */
    status: v.picklist(["records", "none", "failure"]),
    /** The name whose records govern. */
    foundAt: v.nullable(v.string()),
    /** Every name that was looked up, in order. */
    looked: v.array(v.object({
      domain: v.string(),
      status: v.picklist(["records", "no_records", "no_such_name", "failure"]),
      /** The name that it is an alias of. */
      alias: v.nullable(v.string()),
    })),
    records: v.array(parsedRecord),
    /** The records as zone lines, for caa/check. */
    zone: v.string(),
    explanation: v.array(v.string()),
    verdict: renderedVerdict,
  }),
};
