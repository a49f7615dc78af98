/** Makes several certificates under one CA, one after another. */
import {
  certificateGenerate,
  type GeneratedCertificate,
  type Kind,
} from "../../../../core/certificate/contract.ts";
import type { OutputOf, RequestOf } from "../../../../core/kernel/contract.ts";
import type { RunResult } from "../../run/run.ts";
import { type FormValues, NO_VALUES, requestOf } from "./form-values.ts";
import type { HeldCa } from "./held-cas.ts";

export const MAX_ROWS = 20;

/** One certificate to make. */
export interface SeveralRow {
  readonly name: string;
  readonly kind: Kind;
}

interface SeveralMade {
  readonly row: number;
  readonly made: GeneratedCertificate;
}

export interface SeveralFailed {
  readonly row: number;
  readonly message: string;
}

interface Outcome {
  /** The new CA with its key; null if a given one signed, and if it could not be made. */
  readonly root: GeneratedCertificate | null;
  readonly made: readonly SeveralMade[];
  readonly failed: readonly SeveralFailed[];
}

type Run = (
  input: RequestOf<typeof certificateGenerate>,
) => Promise<RunResult<OutputOf<typeof certificateGenerate>>>;

/** The kinds of a row: those that need no further choices. */
export const ROW_KINDS: readonly Kind[] = ["tls-server", "tls-client", "smime"];

/** The form's values with those of a row. */
export const valuesOf = ({ name, kind }: SeveralRow, values: FormValues): FormValues => ({
  ...NO_VALUES,
  keyType: values.keyType,
  keySize: values.keySize,
  eccCurve: values.eccCurve,
  days: values.days,
  organization: values.organization,
  country: values.country,
  kind,
  names: [name],
});

/**
 * Makes a CA if none is given, and then each row. A row that fails does not stop the others. `onDone` is called
 * with the number of finished rows; after `signal` is aborted no further row begins.
 */
export async function makeSeveral(
  rows: readonly SeveralRow[],
  values: FormValues,
  ca: Pick<HeldCa, "certificates" | "privateKey"> | null,
  run: Run,
  onDone: (count: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const made: SeveralMade[] = [];
  const failed: SeveralFailed[] = [];
  let root: GeneratedCertificate | null = null;
  let signer = ca;
  // The CA is made for the rows whose names can be read.
  while (!signer) {
    const result = await run(rootRequest(rows, values, failed));
    if (signal.aborted) return { root, made, failed };
    if (result.ok) {
      root = result.value;
      signer = { certificates: root.chain, privateKey: root.privateKey! };
      break;
    }
    const wrong = result.error.issues.flatMap(({ path, message }) => {
      const [, row] = /^names\.(\d+)$/.exec(path) ?? [];
      return row === undefined ? [] : [{ row: Number(row), message }];
    });
    if (wrong.length === 0) failed.push({ row: 0, message: result.error.message });
    failed.push(...wrong);
    if (wrong.length === 0 || failed.length >= rows.length) return { root, made, failed };
  }
  for (const [row, each] of rows.entries()) {
    if (signal.aborted) break;
    if (failed.some((known) => known.row === row)) continue;
    const input = { ...requestOf(valuesOf(each, values), signer), issuer: "existing-ca" as const };
    const result = await run(input);
    if (signal.aborted) break;
    if (result.ok) made.push({ row, made: result.value });
    else failed.push({ row, message: result.error.message });
    onDone(row + 1);
  }
  return { root, made, failed };
}

/** A root that may issue for the names of the rows. Names of people are not limited. */
function rootRequest(
  rows: readonly SeveralRow[],
  values: FormValues,
  failed: readonly SeveralFailed[],
): RequestOf<typeof certificateGenerate> {
  const requests = rows.map((row) => requestOf(valuesOf(row, values)));
  // Each row has one name; it stays at its index for errors.
  const names = requests.map(({ names }, row) =>
    failed.some((known) => known.row === row) ? "" : names?.[0] ?? ""
  );
  const isNamed = names.some((name) => name.trim() !== "");
  return {
    ...requestOf({ ...valuesOf(rows[0], values), kind: "root-ca", issuer: "self-signed" }),
    names,
    commonName: isNamed ? "" : "Root CA for clients",
    nameConstraints: isNamed && values.nameConstraints,
    pathLength: 0,
  };
}
