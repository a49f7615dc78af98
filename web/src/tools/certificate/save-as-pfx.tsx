/** The certificate, its chain and its key in one PFX file, made by pfx/convert. */
import { useState } from "react";
import type { GeneratedCertificate } from "../../../../core/certificate/contract.ts";
import { pfxConvert } from "../../../../core/pfx/contract.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { saveFile } from "../../ui/base/download-button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { useClearedOnLeave } from "../../lib/use-cleared-on-leave.ts";
import { tool } from "./tool.ts";

interface SaveAsPfxProps {
  made: GeneratedCertificate;
  onKeyTaken: () => void;
}

export function SaveAsPfx({ made, onKeyTaken }: SaveAsPfxProps) {
  const [password, setPassword] = useState("");
  const { state, run } = useOperation(pfxConvert, tool.id);
  useClearedOnLeave(() => setPassword(""));
  const busy = state.status === "loading";
  const save = async () => {
    const result = await run({
      certificate: made.chain,
      privateKey: made.privateKey!,
      password,
      encryption: "aes256-sha256",
    });
    if (!result?.ok) return;
    const { pfx, filename } = result.value;
    const bytes = Uint8Array.from(atob(pfx), (character) => character.charCodeAt(0));
    saveFile(bytes, filename, "application/x-pkcs12");
    onKeyTaken();
  };
  return (
    <Stack>
      {state.status === "error" && <Banner title={state.error.message} />}
      <TextField
        label="Password of the PFX file"
        type="password"
        autoComplete="off"
        value={password}
        hint="For Windows, Java and mobile devices. Without a password, the key in the file is open."
        onChange={setPassword}
      />
      <div>
        <Button icon="download" disabled={busy} onClick={save}>
          {busy ? "Making the PFX file..." : "Download PFX"}
        </Button>
      </div>
    </Stack>
  );
}
