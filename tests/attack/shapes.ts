/**
 * The shapes of hostile requests: every content in every field that reads its kind, every field with
 * values of a wrong kind, and requests that are hostile as a whole. Each grows with a number of octets.
 */
import { AT_ONCE } from "../../api/compute/at-once.ts";
import { offered } from "../../core/operations.ts";
import { HOSTILE_BODIES } from "../support/hostile-bodies.ts";
import { certificateContents } from "./contents/certificates.ts";
import type { Content, Kind } from "./contents/content.ts";
import { keyContents } from "./contents/keys.ts";
import { listContents } from "./contents/lists.ts";
import { textContents } from "./contents/texts.ts";
import { cheapExample, type InputField, inputFieldsOfAll } from "./fields.ts";
import { REQUESTS } from "./requests.ts";

/** The size of a call that a server answers at once, with its other fields. */
export const TINY = 1_800;
/**
 * The sizes at which shapes are measured: just below the light limit of a server, a whole body, and one
 * between them, because some readers refuse the whole.
 */
export const SMALL = 60_000;
export const MIDDLE = 250_000;
export const LARGE = 1_000_000;
const SIZES = [SMALL, MIDDLE, LARGE];

export interface Shape {
  /** A short description, unique among the shapes of an operation. */
  readonly name: string;
  readonly operation: string;
  /** The field that is hostile; null for the request as a whole. */
  readonly field: string | null;
  /**
   * How often it is measured: in every test run, in the daily run, or in the full run only. A
   * content is measured daily where it is at home, and at one other place.
   */
  readonly part: Part;
  /** The sizes that make sense for it. */
  readonly sizes: readonly number[];
  make(octets: number): Record<string, unknown>;
}

export type Part = "test" | "daily" | "full";

export const contents: readonly Content[] = [
  ...certificateContents,
  ...keyContents,
  ...listContents,
  ...textContents,
];

/**
 * The kinds that a field reads, the one where a content is at home first. The inspector reads all. A
 * field that takes text and is not listed reads names or a short text, and gets contents of kind `text`.
 */
const READS: Readonly<Record<string, readonly Kind[]>> = {
  "inspect texts[].text": ["text", "key", "container", "crl", "certificate", "request", "zone"],
  "certificate/lint certificate": ["certificate"],
  "csr/decode csr": ["request"],
  "caa/check records": ["zone"],
  "csr/prefill text": ["certificate", "request", "zone"],
  "csr/generate privateKey": ["key"],
  "chain/analyze certificate": ["certificate", "container"],
  "chain/analyze roots": ["certificate"],
  "chain/analyze-url roots": ["certificate"],
  "match/verify certificate": ["certificate", "request", "container"],
  "match/verify privateKey": ["key"],
  "pfx/convert certificate": ["certificate", "container"],
  "pfx/convert privateKey": ["key"],
  "pfx/open pfx": ["container"],
  "caa/validate record": ["zone"],
  "certificate/generate caCertificate": ["certificate"],
  "certificate/generate caPrivateKey": ["key"],
  "certificate/generate caPfx": ["container"],
  "certificate/generate csr": ["request"],
  "certificate/convert certificate": ["certificate", "container"],
  "certificate/read-again text": ["certificate", "request", "crl", "text"],
  "certificate/diff before": ["certificate", "request"],
  "certificate/diff after": ["certificate", "request"],
  "key/convert privateKey": ["key"],
  "crl/generate caCertificate": ["certificate"],
  "crl/generate caPrivateKey": ["key"],
  "crl/generate caPfx": ["container"],
  "crl/generate previous": ["crl"],
  "bundle/make texts[].text": ["certificate", "key", "container", "crl"],
};

const nameOf = ({ operation, name }: InputField) => `${operation} ${name}`;

/** Fields of `READS` that no operation has. A test asks for none. */
export const unknownFields: readonly string[] = Object.keys(READS)
  .filter((name) => !inputFieldsOfAll.some((field) => nameOf(field) === name));

/** The fields at which a kind is measured most. */
const HOMES: Readonly<Record<Kind, readonly string[]>> = {
  certificate: ["certificate/lint certificate"],
  request: ["csr/decode csr"],
  key: ["key/convert privateKey"],
  container: ["pfx/open pfx", "inspect texts[].text"],
  crl: ["inspect texts[].text"],
  zone: ["caa/check records"],
  text: ["inspect texts[].text"],
};

/** A value of this size in a field; a list of texts gets the text in lines. */
const valueFor = ({ takes }: InputField, text: string): unknown =>
  takes === "texts" ? text.split("\n") : text;

function shapesOfContents(): Shape[] {
  const shapes: Shape[] = [];
  const textFields = inputFieldsOfAll.filter(({ takes }) => takes !== "other");
  for (const [place, field] of textFields.entries()) {
    const kinds = READS[nameOf(field)] ?? ["text"];
    const fitting = contents.filter(({ kind }) => kinds.includes(kind));
    for (const [index, { name, kind, make }] of fitting.entries()) {
      // In every run one content of a field, another one for each field, and every third content where it
      // is at home; daily each content at home, and every fifth elsewhere.
      const isTurn = index === place % fitting.length;
      const isHome = HOMES[kind].includes(nameOf(field));
      const isInEveryRun = isTurn || isHome && index % 3 === 0;
      shapes.push({
        name: `${name} in ${field.name}`,
        operation: field.operation,
        field: field.name,
        part: isInEveryRun ? "test" : isHome || (index + place) % 5 === 0 ? "daily" : "full",
        sizes: SIZES,
        make: (octets) => field.with(valueFor(field, make(octets))),
      });
    }
  }
  return shapes;
}

/** Values that no field takes. */
const WRONG: Readonly<Record<string, (octets: number) => unknown>> = {
  "a long text": (octets) => "a".repeat(octets),
  "a list of numbers": (octets) => new Array(Math.floor(octets / 2)).fill(0),
  "a list of texts": (octets) => new Array(Math.floor(octets / 4)).fill("a"),
  "a list of objects": (octets) => new Array(Math.floor(octets / 9)).fill({ a: {} }),
  "lists in lists": () => {
    let inner: unknown[] = [];
    for (let depth = 0; depth < 1_000; depth++) inner = [inner];
    return inner;
  },
  "an object of many members": (octets) =>
    Object.fromEntries(Array.from({ length: octets / 12 }, (_, index) => [`k${index}`, 0])),
};

function shapesOfWrongValues(): Shape[] {
  return inputFieldsOfAll.flatMap((field, place) => {
    // Fields for texts have a content in every run, so only each fifth also has a wrong value.
    const isInEveryRun = field.takes === "other" || place % 5 === 0;
    return Object.entries(WRONG).map(([name, make], index): Shape => ({
      name: `${name} in ${field.name}`,
      operation: field.operation,
      field: field.name,
      part: index === place % 6
        ? isInEveryRun ? "test" : "daily"
        : index === (place + 1) % 6
        ? "daily"
        : "full",
      sizes: SIZES,
      make: (octets) => field.with(make(octets)),
    }));
  });
}

/** Members that an operation does not know, and an empty text in the others. */
const UNKNOWN = offered.map((binding): Shape => ({
  name: "as many unknown members as fit",
  operation: binding.contract.name,
  field: null,
  part: "daily",
  sizes: SIZES,
  make: (octets) => ({
    ...cheapExample(binding),
    ...Object.fromEntries(Array.from({ length: octets / 14 }, (_, index) => [`k${index}`, 1])),
  }),
}));

/** Requests that are known to be hostile, at their only size. */
const KNOWN = HOSTILE_BODIES.map((body): Shape => ({
  name: `known: ${body.name}`,
  operation: body.operation,
  field: null,
  part: "daily",
  sizes: [LARGE],
  make: () => ({ ...body.input }),
}));

const WHOLE = REQUESTS.map(({ name, operation, make }): Shape => ({
  name,
  operation,
  field: null,
  part: "test",
  sizes: SIZES,
  make,
}));

export const shapes: readonly Shape[] = [
  ...shapesOfContents(),
  ...shapesOfWrongValues(),
  ...WHOLE,
  ...UNKNOWN,
  ...KNOWN,
];

/** Identifies a shape in the messages to a child. */
export const idOf = ({ operation, name }: Shape): string => `${operation}: ${name}`;

const PARTS: readonly Part[] = ["test", "daily", "full"];

/** The shapes that a run of this part measures. */
export const shapesOf = (part: Part): readonly Shape[] =>
  shapes.filter((shape) => PARTS.indexOf(shape.part) <= PARTS.indexOf(part));

/** The shapes of the operations that a server answers at once, if their bodies are small. */
export const shapesAtOnce = (part: Part): readonly Shape[] =>
  shapesOf(part).filter(({ operation, sizes }) =>
    AT_ONCE.some(({ name }) => name === operation) && sizes.length > 1
  );
