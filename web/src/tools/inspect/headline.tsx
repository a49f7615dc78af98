/** The answer to all files, at the top of the page. */
import { type ReactNode, useEffect, useState } from "react";
import { SECRET_KINDS } from "../../../../core/inspect/options.ts";
import { Button } from "../../ui/base/button.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { NarrowOnly, Row, Stack } from "../../ui/layout/layout.tsx";
import { announce } from "../../lib/screen.ts";
import { Cause, Verdict } from "../../ui/result/verdict.tsx";
import { mainSet } from "../../../../core/verdict/judge/inspect/main.ts";
import { toneOf } from "../../page/verdict-tone.ts";
import { isHeadlineOfOpened, listedSets, openedRow } from "./main-set.ts";
import { FolderOnDemand } from "../../make-it-work/make-it-work.tsx";
import { ShareMenu } from "../../share/share-menu.tsx";
import type { Linked } from "../../share/shared.ts";
import { folderFiles } from "./folder-files.ts";
import { ask, type Picture } from "./inspection.ts";
import { SetActions } from "./set-actions.tsx";
import { tool } from "./tool.ts";
import { counted } from "../../../../core/kernel/formatting.ts";

export interface HeadlineProps {
  picture: Picture;
}

/** The answer: the line that stays in view. */
export function Headline({ picture }: HeadlineProps) {
  const { level, title, next } = picture.verdict;
  const found = counted(picture.rows.size, "object");
  // The page mounts this with its text, which screen readers do not report.
  useEffect(() => announce(`${title}. ${found} found.`), [title, found]);
  return <Verdict tone={toneOf(level)} title={title} next={next} />;
}

export interface BelowHeadlineProps extends HeadlineProps {
  /** Whether the overview is shown below, not one object. */
  overview: boolean;
  /** Leads to the list of sets. */
  onShowSets: () => void;
  /** The map of all objects. */
  map: ReactNode;
  /** Further buttons. */
  children: ReactNode;
}

/** The cause of the answer, and the actions that most users want. */
export function BelowHeadline(
  { picture, overview, onShowSets, map, children }: BelowHeadlineProps,
) {
  const { cause, more } = picture.verdict;
  const main = mainSet(picture);
  const [note, setNote] = useState("");
  // An opened object that the headline is about has this menu itself.
  const isShared = overview && picture.rows.size > 0 &&
    !(openedRow(picture) && isHeadlineOfOpened(picture));
  return (
    <Stack gap={3}>
      {cause !== "" && <Cause apart>{cause}</Cause>}
      {map}
      <Row gap={2}>
        {main && <SetActions id={main.certificate!} picture={picture} large />}
        {overview && !main && listedSets(picture).length > 0 && (
          <NarrowOnly>
            <Button kind="filled" icon="key" onClick={onShowSets}>Get PFX, chain or key</Button>
          </NarrowOnly>
        )}
        {picture.rows.size > 0 && (
          <>
            <Button size="small" icon="download" onClick={saveAll}>Download all (ZIP)</Button>
            <Button size="small" icon="download" onClick={saveJson}>Download all (JSON)</Button>
          </>
        )}
        {isShared && (
          <ShareMenu
            label="Share all"
            shared={{ name: "", verdict: picture.verdict, link: linkedBy(picture) }}
            onNote={setNote}
          />
        )}
        {children}
      </Row>
      {isShared && note && <p>{note}</p>}
      <FolderOfAll picture={picture} />
      {more.length > 0 && (
        <Disclosure summary={`${counted(more.length, "more remark")} on these files`}>
          <ItemList items={more.map((sentence) => ({ children: <p>{sentence}</p> }))} />
        </Disclosure>
      )}
    </Stack>
  );
}

/** The most certificates whose files become a folder. */
const MOST_CERTIFICATES = 100;

/** The folder for a server of all files; nothing without a private key of a server's certificate or of a CSR. */
function FolderOfAll({ picture }: HeadlineProps) {
  const { rows, sets } = picture;
  const isForServer = (id: number) => {
    const row = rows.get(id);
    if (row?.judgedAs !== "public-tls" && row?.judgedAs !== "private") return false;
    // A self-signed certificate of openssl req is a CA with the names of a host.
    return row.role === "leaf" || row.role === "root" && row.names !== null && row.names > 0;
  };
  const servers = sets.filter(({ certificate, privateKeys }) =>
    privateKeys.length > 0 && (certificate === null || isForServer(certificate))
  );
  const certificates = sets.flatMap(({ certificate }) =>
    certificate !== null && isForServer(certificate) ? [certificate] : []
  );
  if (servers.length === 0) return null;
  const ids = certificates.length > 0 ? certificates : servers.map(({ requests: [id] }) => id);
  return (
    <FolderOnDemand
      tool={tool.id}
      checksServer
      files={() => folderFiles(ids.slice(0, MOST_CERTIFICATES), picture)}
    />
  );
}

/** More objects than any link holds, so that no more need to be collected. */
const MOST_LINKED = 200;

/** All certificates, CSRs and CRLs; null if the files have a secret, because the answer is about it too. */
function linkedBy({ rows }: Picture): Linked | null {
  const all = [...rows.values()];
  if (all.some(({ kind }) => SECRET_KINDS.has(kind))) return null;
  return {
    path: "/inspect",
    isPublic: false,
    async text() {
      const details = await Promise.all(
        all.slice(0, MOST_LINKED).map(({ id }) => ask("details", { id })),
      );
      return details.map((one) => one?.pem ?? "").join("\n");
    },
  };
}

/** All objects in one zip file, each file named after its object. */
async function saveAll(): Promise<void> {
  const zip = await ask("archive", {});
  if (zip) saveFile(zip, "ssl-tools.zip", "application/zip");
}

/** All that was found, as the API answers it: without secrets. */
async function saveJson(): Promise<void> {
  const json = await ask("json", {});
  if (json) saveFile(json, "ssl-tools.json", "application/json");
}
