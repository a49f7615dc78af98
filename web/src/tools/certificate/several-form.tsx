/** A table of names and kinds, made into certificates under one CA. */
import { useEffect, useRef, useState } from "react";
import { certificateGenerate, type Kind } from "../../../../core/certificate/contract.ts";
import { counted } from "../../../../core/kernel/formatting.ts";
import { namesIn } from "../../lib/names-in.ts";
import { run } from "../../run/run.ts";
import { Button } from "../../ui/base/button.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { PlainForm } from "../../ui/form/plain-form.tsx";
import { Pairs, Row, Stack } from "../../ui/layout/layout.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import type { FormValues } from "./form-values.ts";
import type { HeldCa, HeldCas } from "./held-cas.ts";
import type { MadeCertificate } from "./made-certificates.ts";
import {
  makeSeveral,
  MAX_ROWS,
  ROW_KINDS,
  type SeveralFailed,
  type SeveralRow,
  valuesOf,
} from "./several.ts";
import { KIND_OPTIONS } from "./words.ts";

const OPTIONS = KIND_OPTIONS.filter(({ value }) => ROW_KINDS.includes(value));
const EMPTY: SeveralRow = { name: "", kind: "tls-server" };

interface SeveralFormProps {
  values: FormValues;
  held: HeldCas;
  /** The CA that signs; null makes a new one. */
  ca: HeldCa | null;
  /** Adds the certificates to the tray. */
  onMade: (entries: Pick<MadeCertificate, "made" | "values" | "signer">[]) => void;
}

export default function SeveralForm({ values, held, ca, onMade }: SeveralFormProps) {
  const [rows, setRows] = useState<readonly SeveralRow[]>([EMPTY, {
    ...EMPTY,
    kind: "tls-client",
  }]);
  const [done, setDone] = useState<number | null>(null);
  /** The number of certificates that were made. */
  const [ready, setReady] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly SeveralFailed[]>([]);
  const [isCut, setCut] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const filled = rows.filter(({ name }) => name.trim() !== "");

  const change = (at: number, part: Partial<SeveralRow>) => {
    const names = part.name === undefined ? [] : namesIn(part.name);
    // A pasted list fills the rows below.
    const added = names.length > 1 ? names : [part.name ?? rows[at].name];
    const next = rows.toSpliced(at, 1, ...added.map((name) => ({ ...rows[at], ...part, name })));
    setCut(next.length > MAX_ROWS);
    setRows(next.slice(0, MAX_ROWS));
    setFailed([]);
  };
  const make = async () => {
    const asked = filled.length > 0 ? filled : rows;
    setRows(asked);
    setFailed([]);
    setReady(null);
    setDone(0);
    const { signal } = controller.current = new AbortController();
    const result = await makeSeveral(
      asked,
      values,
      ca,
      (input) => run(certificateGenerate, input, { signal, prefer: "device" }),
      setDone,
      signal,
    );
    setDone(null);
    if (signal.aborted) return;
    setFailed(result.failed);
    if (result.made.length === 0) return;
    // The new CA's key moves to the page's CAs.
    let signer = ca?.id ?? null;
    if (result.root) signer = held.add(result.root, null);
    for (const { made } of result.made) held.add(made, signer);
    setReady(result.made.length);
    onMade(result.made.map(({ row, made }) => ({
      made,
      values: valuesOf(asked[row], values),
      signer,
    })));
  };
  return (
    <PlainForm
      onSubmit={() => {
        if (done === null) make();
      }}
    >
      <Stack>
        <p>
          {ca
            ? `${ca.name} signs them.`
            : "A new CA signs them. It may issue only for these names."}{" "}
          They use the key type and days from the options above. Everything is made on this device.
        </p>
        {rows.map((row, at) => (
          <Pairs key={at}>
            <TextField
              label={`Name ${at + 1} of several`}
              value={row.name}
              placeholder={row.kind === "smime"
                ? "jo@example.com"
                : row.kind === "tls-client"
                ? "alice"
                : "nas.lan"}
              error={failed.find((each) => each.row === at)?.message}
              onChange={(name) => change(at, { name })}
            />
            <SelectField
              label={`Kind ${at + 1}`}
              value={row.kind}
              options={OPTIONS}
              onChange={(kind) => change(at, { kind: kind as Kind })}
            />
          </Pairs>
        ))}
        {isCut && <p>At most {MAX_ROWS} at once: the first {MAX_ROWS} names were taken.</p>}
        <Row>
          <Button
            size="small"
            icon="add"
            disabled={rows.length === MAX_ROWS}
            onClick={() => setRows([...rows, { ...EMPTY, kind: rows.at(-1)?.kind ?? EMPTY.kind }])}
          >
            Add a row
          </Button>
          {rows.length > 1 && (
            <Button
              size="small"
              icon="close"
              onClick={() => setRows(rows.slice(0, -1))}
            >
              Remove the last row
            </Button>
          )}
        </Row>
        <Row>
          <Button type="submit" disabled={done !== null}>
            {filled.length > 1 ? `Generate ${filled.length} certificates` : "Generate certificates"}
          </Button>
          {done !== null && (
            <>
              <span role="status">{done} of {rows.length} are ready</span>
              <Button
                size="small"
                onClick={() => {
                  controller.current?.abort();
                  setDone(null);
                }}
              >
                Cancel
              </Button>
            </>
          )}
        </Row>
        {ready !== null && (
          <Verdict
            inner
            tone={failed.length === 0 ? "good" : "warn"}
            title={failed.length === 0
              ? counted(ready, "certificate is ready", "certificates are ready")
              : `${ready} of ${rows.length} certificates are ready`}
          >
            {failed.length > 0
              ? "Correct the rows that are marked above, and generate again."
              : "They are in the tray, with their CA. Download the tray to save the keys."}
          </Verdict>
        )}
      </Stack>
    </PlainForm>
  );
}
