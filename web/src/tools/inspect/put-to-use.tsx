import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { mainSet } from "../../../../core/verdict/judge/inspect/main.ts";
import type { ObjectSet } from "../../../../core/inspect/session-contract.ts";
import { InstallSection } from "../../install/install-section.tsx";
import { MakeItWork } from "../../make-it-work/make-it-work.tsx";
import { folderFiles } from "./folder-files.ts";
import type { Picture } from "./inspection.ts";
import { offeredFor } from "./set-actions.tsx";
import { tool } from "./tool.ts";

/** The most certificates of one name whose files become a folder. */
const MOST_OF_A_NAME = 20;

interface PutToUseProps {
  row: ObjectRow;
  set: ObjectSet;
  picture: Picture;
}

/** The folder for a server, and how a server gets the chain and the key. */
export function PutToUse({ row, set, picture }: PutToUseProps) {
  return (
    <>
      <FolderOf row={row} set={set} picture={picture} />
      <InstallOf row={row} set={set} />
    </>
  );
}

/** The folder for a server; nothing without a certificate for servers and its key, and if the headline has it. */
function FolderOf({ row, set, picture }: PutToUseProps) {
  const { certificate, privateKey } = set;
  if (certificate === null || privateKey === null) return null;
  if (mainSet(picture)?.certificate === certificate) return null;
  const leaf = picture.rows.get(certificate);
  if (leaf === undefined || offeredFor(leaf, picture.evaluatedAt) !== "server") return null;
  // A newer certificate for the same name may be in another set.
  const files = () => {
    const same = picture.sets.flatMap(({ certificate: id }) =>
      id !== null && id !== certificate && picture.rows.get(id)?.name === leaf.name ? [id] : []
    );
    return folderFiles([certificate, ...same.slice(0, MOST_OF_A_NAME)], picture);
  };
  return (
    <MakeItWork
      key={row.id}
      tool={tool.id}
      checksServer
      files={files}
      fingerprint={leaf.fingerprint ?? undefined}
    />
  );
}

/** How a server gets the full chain and the key; nothing without a chain. */
function InstallOf({ row, set }: Pick<PutToUseProps, "row" | "set">) {
  if (set.bundle !== "full_chain") return null;
  if (offeredFor(row, new Date().toISOString()) !== "server") return null;
  return (
    <InstallSection
      base={set.label}
      chain={set.bundleName}
      keyFile={`${set.label}.key`}
      isGuess={set.privateKey === null}
      pfx={null}
    />
  );
}
