/** The certificate, its chain and its key in one PFX file, made by pfx/convert. */
import { useState } from "react";
import type { GeneratedCertificate, Kind } from "../../../../core/certificate/contract.ts";
import { pfxConvert } from "../../../../core/pfx/contract.ts";
import { decodeOwnBase64 } from "../../../../core/x509/pem/base64.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { saveFile } from "../../ui/base/download-button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { tool } from "./tool.ts";

const USES: Readonly<Record<Kind, string>> = {
  "tls-server": "For Windows, Java and mobile devices.",
  "tls-client": "For browsers and devices.",
  "smime": "For mail programs.",
  "intermediate-ca": "To sign with it later.",
  "root-ca": "To sign with it later.",
};

/** Where the file is imported. */
const IMPORTS: Readonly<Partial<Record<Kind, readonly { program: string; text: string }[]>>> = {
  "tls-client": [
    {
      program: "Chrome, Edge and Safari",
      text: "Open the file on Windows, macOS, iPhone or iPad, and enter its password. On Linux: " +
        "Settings, Privacy and security, Security, Manage certificates, Your certificates, Import.",
    },
    {
      program: "Firefox",
      text: "Settings, Privacy & Security, View Certificates, Your Certificates, Import.",
    },
  ],
  "smime": [
    {
      program: "Outlook",
      text: "Open the file on Windows and enter its password. Then choose the certificate under " +
        "File, Options, Trust Center, Trust Center Settings, Email Security, Settings.",
    },
    {
      program: "Apple Mail",
      text: "Open the file on the Mac, iPhone or iPad, and enter its password.",
    },
    {
      program: "Thunderbird",
      text: "Account Settings, End-To-End Encryption, Manage S/MIME Certificates, Your " +
        "Certificates, Import. Then select the certificate there.",
    },
  ],
};

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
    saveFile(decodeOwnBase64(pfx), filename, "application/x-pkcs12");
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
        hint={`${USES[made.kind]} Without a password, the key in the file is open.`}
        onChange={setPassword}
      />
      <div>
        <Button icon="download" disabled={busy} onClick={save}>
          {busy ? "Making the PFX file..." : "Download PFX"}
        </Button>
      </div>
      {IMPORTS[made.kind] && (
        <ItemList
          items={IMPORTS[made.kind]!.map(({ program, text }) => ({
            title: program,
            children: <p>{text}</p>,
          }))}
        />
      )}
    </Stack>
  );
}
