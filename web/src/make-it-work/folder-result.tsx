import type { BundleResponse } from "../../../core/bundle/contract.ts";
import { portableName } from "../../../core/file-names.ts";
import { TARGET_NAMES } from "../../../core/targets.ts";
import { decodeOwnBase64 } from "../../../core/x509/pem/base64.ts";
import { writeZip } from "../../../core/zip.ts";
import { saveArchive } from "../page/archive.ts";
import { LiveDisclosure } from "../live-check/live-section.tsx";
import { toneOf } from "../page/verdict-tone.ts";
import { Button } from "../ui/base/button.tsx";
import { CopyButton } from "../ui/base/copy-button.tsx";
import { CodeBlock, Command } from "../ui/data/code.tsx";
import { SecretText } from "../ui/data/secret-text.tsx";
import { ItemList } from "../ui/layout/item-list.tsx";
import { Row, Stack } from "../ui/layout/layout.tsx";
import { Verdict } from "../ui/result/verdict.tsx";

/** The folder with its steps, or the reasons against it and the mail to the CA. */
export function FolderResult(
  { folder, checksServer }: { folder: BundleResponse; checksServer: boolean },
) {
  const { verdict, mail, ready, password, steps, test, undo, chain, host } = folder;
  const remarks = verdict.statements.filter(({ shown }) => !shown);
  return (
    <Stack>
      <Verdict inner tone={toneOf(verdict.level)} title={verdict.title} next={verdict.next}>
        {verdict.cause}
      </Verdict>
      {remarks.length > 0 && <ItemList items={remarks.map(({ text }) => ({ title: text }))} />}
      {ready && (
        <>
          <div>
            <Button icon="download" kind="filled" onClick={() => save(folder)}>
              Download folder (ZIP)
            </Button>
          </div>
          {password !== null && (
            <Stack gap={2}>
              <p>The password of the file. It is shown once and kept nowhere:</p>
              <Row gap={2}>
                <SecretText value={password} shown />
                <CopyButton text={password} name="Copy password" />
              </Row>
            </Stack>
          )}
          {steps.map((step, index) => (
            <StepOf
              key={`${index} ${step.text}`}
              text={`${index + 1}. ${step.text}`}
              code={step.code}
              name={`step ${index + 1}`}
            />
          ))}
          {test && <StepOf text={`Test it. ${test.text}`} code={test.code} name="test" />}
          {undo && <StepOf text={`Take it back. ${undo.text}`} code={undo.code} name="way back" />}
          {checksServer && chain !== null && host !== null && (
            <LiveDisclosure
              key={chain}
              chain={chain}
              host={host}
              hasOwnLine={readsOtherPort(test)}
            />
          )}
        </>
      )}
      {mail && <CodeBlock title={mail.subject} code={mail.text} copyName="Copy mail" />}
      <p>
        <small>
          <a href={folder.documentation}>Documentation of {TARGET_NAMES[folder.target]}</a>
        </small>
      </p>
    </Stack>
  );
}

/** Whether the test is a line of openssl for another port than that of websites. */
const readsOtherPort = (test: BundleResponse["test"]): boolean =>
  /^openssl s_client -connect \S+:(?!443 )/.test(test?.code ?? "");

function StepOf({ text, code, name }: { text: string; code: string | null; name: string }) {
  return code === null
    ? <p>{text}</p>
    : <Command command={code} copyName={`Copy ${name}`}>{text}</Command>;
}

function save({ files, host, target }: BundleResponse): Promise<unknown> {
  const entries = files.map(({ path, content, encoding, secret }) => ({
    path,
    content: encoding === "base64" ? decodeOwnBase64(content) : content,
    secret,
  }));
  const name = `${portableName(host ?? "", "folder")}_${target}.zip`;
  return saveArchive({ name, bytes: writeZip(entries, Date.now()) });
}
