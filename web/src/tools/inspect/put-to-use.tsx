import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { ObjectSet } from "../../../../core/inspect/session-contract.ts";
import { InstallSection } from "../../install/install-section.tsx";
import { MakeItWork } from "../../make-it-work/make-it-work.tsx";
import { ask, type Picture } from "./inspection.ts";
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

/** The folder for a server; nothing without a certificate for servers and its key. */
function FolderOf({ row, set, picture }: PutToUseProps) {
  const { certificate, privateKey } = set;
  if (certificate === null || privateKey === null) return null;
  const leaf = picture.rows.get(certificate);
  if (leaf === undefined || offeredFor(leaf, picture.evaluatedAt) !== "server") return null;
  // A newer certificate for the same name may be in another set.
  const files = async () => {
    const same = picture.sets.flatMap(({ certificate: id }) =>
      id !== null && id !== certificate && picture.rows.get(id)?.name === leaf.name ? [id] : []
    );
    const texts: { name: string; text: string }[] = [];
    for (const id of [certificate, ...same.slice(0, MOST_OF_A_NAME)]) {
      const described = await ask("set", { id });
      if (!described) return null;
      const name = picture.rows.get(id)?.places[0].file ?? described.label;
      texts.push({ name, text: described.chainPem });
      if (described.privateKey === null) continue;
      const key = await ask("keyPem", { id: described.privateKey });
      if (key === null) return null;
      const place = picture.rows.get(described.privateKey)?.places[0].file;
      texts.push({ name: place ?? described.label, text: key });
    }
    return texts;
  };
  return (
    <MakeItWork
      key={row.id}
      tool={tool.id}
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
