/** The certificate, its chain and its key in one PFX file, made by pfx/convert. */
import { useState } from "react";
import type { GeneratedCertificate, Kind } from "../../../../core/certificate/contract.ts";
import { pfxConvert } from "../../../../core/pfx/contract.ts";
import { decodeOwnBase64 } from "../../../../core/x509/pem/base64.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { TextField } from "../../ui/form/field.tsx";
import { PlainForm } from "../../ui/form/plain-form.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { pfxName } from "../../../../core/certificate/files.ts";
import { tool } from "./tool.ts";

const USES: Readonly<Partial<Record<Kind, string>>> = {
  "tls-client": "Browsers and devices import this file.",
  "smime": "Mail programs import this file.",
};

export interface MadePfx {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

interface SaveAsPfxProps {
  made: GeneratedCertificate;
  privateKey: string;
  /** Called with the file after it was saved. */
  onMade: (pfx: MadePfx) => void;
}

export function SaveAsPfx({ made, privateKey, onMade }: SaveAsPfxProps) {
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const { state, run } = useOperation(pfxConvert, tool.id);
  useClearedOnLeave(() => setPassword(""));
  const busy = state.status === "loading";
  const name = pfxName(made);
  const ending = name.slice(name.lastIndexOf("."));
  const save = async () => {
    setMissing(password === "");
    if (password === "" || busy) return;
    const result = await run({
      certificate: made.chain,
      privateKey,
      password,
      encryption: "aes256-sha256",
    });
    if (!result?.ok) return;
    const bytes = decodeOwnBase64(result.value.pfx);
    saveFile(bytes, name, "application/x-pkcs12");
    onMade({ name, bytes });
  };
  return (
    <PlainForm onSubmit={save}>
      <Stack gap={3}>
        {state.status === "error" && <Banner title={state.error.message} />}
        <TextField
          label={`Password of the ${ending} file`}
          type="password"
          autoComplete="off"
          required
          value={password}
          error={missing && password === ""
            ? "Choose a password: the file has your private key"
            : null}
          hint={USES[made.kind] ?? "Windows and Java read this file."}
          onChange={setPassword}
        />
        <div>
          <Button type="submit" icon="download" disabled={busy}>
            {busy ? `Making the ${ending} file...` : `Download ${ending}`}
          </Button>
        </div>
      </Stack>
    </PlainForm>
  );
}
