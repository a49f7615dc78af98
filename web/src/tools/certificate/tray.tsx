/** Everything that was made on this page, side by side. Each thing stays until the user removes it. */
import { useRef, useState } from "react";
import { isCaKind } from "../../../../core/certificate/contract.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { counted } from "../../../../core/kernel/formatting.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { downloadArchive } from "../../page/archive.ts";
import { Button } from "../../ui/base/button.tsx";
import { WholeName } from "../../ui/base/whole-name.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { PlainForm } from "../../ui/form/plain-form.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { type Item, ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { type BundleParts, trayOf } from "./bundle.ts";
import { filesOf } from "../../../../core/certificate/files.ts";
import type { HeldCa } from "./held-cas.ts";
import { IDLE_MINUTES } from "./idle-keys.ts";
import { keysUnderPassword } from "./keys-under-password.ts";
import { isUnsaved, type KeyFile, type MadeCertificate } from "./made-certificates.ts";
import { SaveAsPfx } from "./save-as-pfx.tsx";
import { KIND_TEXT } from "./words.ts";

interface TrayProps {
  all: readonly MadeCertificate[];
  cas: readonly HeldCa[];
  /** The one that the page shows. */
  shown: number | null;
  /** Another one is being made. */
  busy: boolean;
  partsOf: (entry: MadeCertificate) => BundleParts;
  /** The ZIP was saved. */
  onSaved: () => void;
  onKeyFile: (entry: MadeCertificate, file: KeyFile) => void;
  onShow: (id: number) => void;
  onRemove: (entry: MadeCertificate) => void;
}

export default function Tray({ all, cas, partsOf, onSaved, ...each }: TrayProps) {
  const [password, setPassword] = useState("");
  const [failed, setFailed] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const left = useRef(0);
  useClearedOnLeave(() => {
    left.current++;
    setPassword("");
  });
  const items = [
    ...cas.flatMap(caItems),
    ...all.filter(({ made }) => !isCaOf(cas, made.chain)).map((entry) => itemOf(entry, each)),
  ];
  const hasKeys = cas.length > 0 || all.some(({ made }) => made.privateKey !== null);
  // It is cleared with the keys.
  if (!hasKeys && password !== "") setPassword("");
  const save = async () => {
    if (isSaving) return;
    setFailed(null);
    setSaving(true);
    const open = { all: all.map(partsOf), cas };
    const before = left.current;
    const tray = password === "" ? open : await keysUnderPassword(open, password);
    setSaving(false);
    // The user has left the page meanwhile, and may have come back.
    if (left.current !== before) return;
    if (typeof tray === "string") return setFailed(tray);
    downloadArchive(trayOf(tray.all, tray.cas, Date.now()));
    onSaved();
  };
  return (
    <Section heading="Tray" count={items.length} screenOnly>
      <Stack gap={3}>
        <p>
          Everything that you made stays here until you remove it. It is only in this page's memory.
          We clear it when you leave, and the keys after {IDLE_MINUTES} minutes without an action.
        </p>
        <PlainForm onSubmit={save}>
          <Stack gap={3}>
            {failed && <Banner title={failed} onDismiss={() => setFailed(null)} />}
            {hasKeys && (
              <TextField
                label="Password for the keys"
                type="password"
                autoComplete="off"
                value={password}
                hint={password === ""
                  ? "Without one, the keys in the ZIP are not encrypted."
                  : "Encrypts each key in the ZIP. Most servers need the key without a password."}
                onChange={setPassword}
              />
            )}
            <div>
              <Button type="submit" kind="filled" icon="download" disabled={isSaving}>
                {isSaving ? "Encrypting the keys..." : "Download the tray (ZIP)"}
              </Button>
            </div>
          </Stack>
        </PlainForm>
        <ItemList items={items} />
      </Stack>
    </Section>
  );
}

const isCaOf = (cas: readonly HeldCa[], chain: string): boolean =>
  cas.some(({ certificates }) => certificates === chain);

const savedPill = (isSaved: boolean) =>
  isSaved
    ? <StatusPill tone="good">Saved</StatusPill>
    : <StatusPill tone="warn">Key not saved</StatusPill>;

/** A CA and its CRL. Its own panel below the result has the rest. */
function caItems({ name, issued, crl, isSaved, isPassing }: HeldCa): Item[] {
  const revoked = issued.filter(({ listed }) => listed).length;
  return [
    {
      title: <Value>{name}</Value>,
      // Most users need the key of a CA that was made for one certificate no more.
      status: isPassing && !isSaved ? undefined : savedPill(isSaved),
      children: <p>CA of {counted(issued.length, "certificate", "certificates")}</p>,
    },
    ...crl === null ? [] : [{
      title: <Value>{`${name}.crl.pem`}</Value>,
      children: <p>CRL with {counted(revoked, "certificate", "certificates")}</p>,
    }],
  ];
}

function itemOf(
  entry: MadeCertificate,
  { shown, busy, onKeyFile, onShow, onRemove }: Pick<
    TrayProps,
    "shown" | "busy" | "onKeyFile" | "onShow" | "onRemove"
  >,
): Item {
  const { id, made, keyFiles } = entry;
  const name = filesOf(made).base;
  const { privateKey } = made;
  const isForDevice = made.kind !== "tls-server" && !isCaKind(made.kind);
  return {
    title: <Value>{name}</Value>,
    status: (
      <>
        {isUnsaved(entry) || entry.isSaved ? savedPill(entry.isSaved) : undefined}
        {id === shown && <StatusPill tone="neutral">Shown below</StatusPill>}
      </>
    ),
    children: (
      <Stack gap={2}>
        <p>
          {KIND_TEXT[made.kind]}, valid until {day(made.notAfter)}
          {keyFiles.map(({ name }) => `, ${name}`)}
        </p>
        <Row gap={2}>
          {id !== shown && (
            <Button size="small" disabled={busy} onClick={() => onShow(id)}>
              <WholeName name={`Show ${name}`} shown="Show" />
            </Button>
          )}
          <Button size="small" onClick={() => onRemove(entry)}>
            <WholeName name={`Remove ${name}`} shown="Remove" />
          </Button>
        </Row>
        {privateKey !== null && isForDevice && id !== shown && (
          <Disclosure summary={`For the device of ${name}`}>
            {() => (
              <SaveAsPfx
                made={made}
                privateKey={privateKey}
                onMade={(file) => onKeyFile(entry, file)}
              />
            )}
          </Disclosure>
        )}
      </Stack>
    ),
  };
}
