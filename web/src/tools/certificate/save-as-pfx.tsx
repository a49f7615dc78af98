/** The certificate, its chain and its key in one PFX file, made by pfx/convert; for devices also in a profile. */
import { useState } from "react";
import { appleProfile } from "../../../../core/certificate/apple-profile.ts";
import { type GeneratedCertificate, type Kind } from "../../../../core/certificate/contract.ts";
import { pfxConvert } from "../../../../core/pfx/contract.ts";
import { decodeOwnBase64 } from "../../../../core/x509/pem/base64.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { TextField } from "../../ui/form/field.tsx";
import { PlainForm } from "../../ui/form/plain-form.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { filesOf, pfxName } from "../../../../core/certificate/files.ts";
import { certificatesIn } from "./held-cas.ts";
import type { KeyFile } from "./made-certificates.ts";
import { tool } from "./tool.ts";

const USES: Readonly<Partial<Record<Kind, string>>> = {
  "tls-client": "Browsers and devices import the .p12 file. iPhone, iPad and Mac open the profile.",
  "smime": "Mail programs import the .p12 file. iPhone, iPad and Mac open the profile.",
};

interface SaveAsPfxProps {
  made: GeneratedCertificate;
  privateKey: string;
  /** Called with a file after it was saved. */
  onMade: (file: KeyFile) => void;
}

export function SaveAsPfx({ made, privateKey, onMade }: SaveAsPfxProps) {
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const { state, run } = useOperation(pfxConvert, tool.id);
  useClearedOnLeave(() => setPassword(""));
  const busy = state.status === "loading";
  const isForDevice = made.kind !== "tls-server";
  const name = pfxName(made);
  const ending = name.slice(name.lastIndexOf("."));
  const save = async (isProfile = false) => {
    setMissing(password === "");
    if (password === "" || busy) return;
    const result = await run({
      certificate: made.chain,
      privateKey,
      password,
      // Apple's systems do not open files with an HMAC-SHA-256 MAC, and some versions of Android neither.
      encryption: isForDevice ? "3des-sha1" : "aes256-sha256",
    });
    if (!result?.ok) return;
    const { pfx } = result.value;
    const file = isProfile ? profileOf(made, pfx) : {
      name,
      content: decodeOwnBase64(pfx),
      what: "Certificate, CA and private key, protected by your password.",
    };
    saveFile(file.content, file.name, isProfile ? PROFILE_TYPE : "application/x-pkcs12");
    onMade(file);
  };
  return (
    <PlainForm onSubmit={() => save()}>
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
        <Row gap={2}>
          <Button type="submit" icon="download" disabled={busy}>
            {busy ? `Making the ${ending} file...` : `Download ${ending}`}
          </Button>
          {isForDevice && (
            <Button icon="download" disabled={busy} onClick={() => save(true)}>
              Download profile for iPhone and Mac
            </Button>
          )}
        </Row>
      </Stack>
    </PlainForm>
  );
}

const PROFILE_TYPE = "application/x-apple-aspen-config";

function profileOf(made: GeneratedCertificate, pkcs12: string): KeyFile {
  const { base } = filesOf(made);
  const cas = certificatesIn(made.chain).slice(1);
  return {
    name: `${base}.mobileconfig`,
    content: appleProfile({
      name: base,
      pkcs12,
      cas: cas.map((pem, at) => ({
        der: pem.replace(/-----[^-]+-----|\s/g, ""),
        isRoot: at === cas.length - 1,
      })),
      serialNumber: made.serialNumber,
    }, () => crypto.randomUUID()),
    what: "A profile for iPhone, iPad and Mac with the same. It asks for your password.",
  };
}
