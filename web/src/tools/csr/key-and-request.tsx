/** The two texts that were made, each with Copy and Download, on the page and in the popup. */
import { csrFileName, keyFileName } from "../../../../core/file-names.ts";
import { Section } from "../../ui/layout/card.tsx";
import { CodeOutput } from "../../ui/data/code.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";

interface KeyAndRequestProps {
  csr: string;
  /** Null for a key that the user gave: it is not shown again. */
  privateKey: string | null;
  commonName: string;
  /** The private key was copied or saved. */
  onKeyTaken?: () => void;
}

export function KeyAndRequest({ csr, privateKey, commonName, onKeyTaken }: KeyAndRequestProps) {
  const request = (
    <Section
      heading="CSR"
      aside={
        <>
          <CopyButton text={csr} name="Copy CSR" />
          <DownloadButton content={csr} filename={csrFileName(commonName)} name="Download CSR" />
        </>
      }
    >
      <Stack gap={3}>
        <p>Send this certificate signing request to your certificate provider.</p>
        <CodeOutput label="CSR" value={csr} rows={6} />
      </Stack>
    </Section>
  );
  if (privateKey === null) return request;
  return (
    <Beside
      first={request}
      second={
        <Section
          heading="Private key"
          aside={
            <>
              <CopyButton text={privateKey} name="Copy private key" onCopied={onKeyTaken} />
              <DownloadButton
                content={privateKey}
                filename={keyFileName(commonName)}
                name="Download private key"
                onSaved={onKeyTaken}
              />
            </>
          }
        >
          <Stack gap={3}>
            <p>Keep this secret. You need it to install the certificate.</p>
            <CodeOutput label="Private Key" value={privateKey} rows={6} />
          </Stack>
        </Section>
      }
    />
  );
}
