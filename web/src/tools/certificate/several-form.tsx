/** A table of names and kinds, made into certificates under one CA. */
import { useEffect, useRef, useState } from "react";
import {
  certificateGenerate,
  type GeneratedCertificate,
  type Kind,
} from "../../../../core/certificate/contract.ts";
import { counted } from "../../../../core/kernel/formatting.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { namesIn } from "../../lib/names-in.ts";
import { run } from "../../run/run.ts";
import { Button } from "../../ui/base/button.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { PlainForm } from "../../ui/form/plain-form.tsx";
import { Pairs, Row, Stack } from "../../ui/layout/layout.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import type { FormValues } from "./form-values.ts";
import type { HeldCa, HeldCas } from "./held-cas.ts";
import {
  makeSeveral,
  MAX_ROWS,
  type Outcome,
  ROW_KINDS,
  type SeveralFailed,
  type SeveralRow,
  severalZip,
} from "./several.ts";
import { KIND_OPTIONS } from "./words.ts";

const OPTIONS = KIND_OPTIONS.filter(({ value }) => ROW_KINDS.includes(value));
const EMPTY: SeveralRow = { name: "", kind: "tls-server" };

interface SeveralFormProps {
  values: FormValues;
  held: HeldCas;
  /** The CA that signs; null makes a new one. */
  ca: HeldCa | null;
  /** Called with the certificates whose keys the user has to save; none once they are saved. */
  onUnsaved: (made: readonly GeneratedCertificate[]) => void;
  /** Asks before keys that are not saved are replaced. */
  mayReplace: () => Promise<boolean>;
}

export default function SeveralForm(
  { values, held, ca, onUnsaved, mayReplace }: SeveralFormProps,
) {
  const [rows, setRows] = useState<readonly SeveralRow[]>([EMPTY, {
    ...EMPTY,
    kind: "tls-client",
  }]);
  const [done, setDone] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failed, setFailed] = useState<readonly SeveralFailed[]>([]);
  const [isCut, setCut] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [signer, setSigner] = useState<HeldCa | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  useClearedOnLeave(() => setOutcome(null));
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
    if (!(await mayReplace())) return;
    const asked = filled.length > 0 ? filled : rows;
    setRows(asked);
    setFailed([]);
    setOutcome(null);
    onUnsaved([]);
    setSaved(false);
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
    let id = ca?.id ?? null;
    if (result.root) id = held.add(result.root, null);
    for (const { made } of result.made) held.add(made, id);
    setSigner(ca);
    setOutcome(result);
    onUnsaved(result.made.map(({ made }) => made));
  };
  const newest = signer ??
    held.cas.findLast(({ certificates }) => outcome?.root && certificates === outcome.root.chain) ??
    null;
  const save = () => {
    if (!outcome) return;
    const named = newest ?? { name: "CA", certificates: outcome.root?.chain ?? "" };
    const caKey = values.keepCaKey ? newest?.privateKey ?? null : null;
    const { name, bytes } = severalZip(outcome, { ca: named, caKey }, Date.now());
    saveFile(bytes, name, "application/zip");
    if (caKey && newest) held.change(newest.id, () => ({ isSaved: true }));
    setSaved(true);
    onUnsaved([]);
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
        {outcome && (
          <>
            <Verdict
              inner
              tone={failed.length === 0 ? "good" : "warn"}
              title={failed.length === 0
                ? counted(outcome.made.length, "certificate is ready", "certificates are ready")
                : `${outcome.made.length} of ${rows.length} certificates are ready`}
              next={
                <Button kind="filled" icon="download" onClick={save}>Download all (ZIP)</Button>
              }
            >
              {failed.length > 0 && "Correct the rows that are marked above, and generate again."}
            </Verdict>
            {!isSaved && (
              <Banner tone="warn" quiet title="Download the private keys now.">
                <p>There is no other copy, and they can't be recovered.</p>
              </Banner>
            )}
          </>
        )}
      </Stack>
    </PlainForm>
  );
}
