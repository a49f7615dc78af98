/**
 * The tray: the certificates that were made on this page, newest first, with their private keys and the files
 * made of them. Each stays until the user removes it. They are only in memory, like the CAs (held-cas.ts):
 * leaving the page clears them, and so does the page after a time without an action (idle-keys.ts).
 */
import { useState } from "react";
import { type GeneratedCertificate } from "../../../../core/certificate/contract.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import type { FormValues } from "./form-values.ts";

/** A file with the certificate and its key under a password of the user. */
export interface KeyFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** The line of the README about it. */
  readonly what: string;
}

export interface MadeCertificate {
  readonly id: number;
  readonly made: GeneratedCertificate;
  /** The form's values at the time of the request. */
  readonly values: FormValues;
  /** The CA of this page that signs next; null if its key is not here. */
  readonly signer: number | null;
  /** Whether its private key was copied or saved. */
  readonly isSaved: boolean;
  readonly keyFiles: readonly KeyFile[];
}

/** Whether the page has the only copy of its private key. The key of a CA is held apart from it. */
export const isUnsaved = ({ made, isSaved }: MadeCertificate): boolean =>
  !isSaved && made.privateKey !== null;

/** Without its private key, also under a password. */
export const withoutKey = (entry: MadeCertificate): MadeCertificate => ({
  ...entry,
  made: { ...entry.made, privateKey: null },
  keyFiles: [],
});

let lastId = 0;

type NewCertificate = Pick<MadeCertificate, "made" | "values" | "signer">;

interface MadeCertificates {
  readonly all: readonly MadeCertificate[];
  readonly shown: MadeCertificate | null;
  readonly unsaved: readonly MadeCertificate[];
  /** Adds certificates and shows the first. */
  add(entries: readonly NewCertificate[]): void;
  /** Shows another one; none for null. */
  show(id: number | null): void;
  markSaved(ids: readonly number[]): void;
  /** Adds a file, in place of another one with its name. The user has saved it, and so the key. */
  addKeyFile(id: number, file: KeyFile): void;
  remove(id: number): void;
  clearKeys(): void;
}

export function useMadeCertificates(): MadeCertificates {
  const [all, setAll] = useState<readonly MadeCertificate[]>([]);
  const [shownId, setShownId] = useState<number | null>(null);
  useClearedOnLeave(() => setAll([]));
  const change = (ids: readonly number[], change: (entry: MadeCertificate) => MadeCertificate) =>
    setAll((before) => before.map((each) => ids.includes(each.id) ? change(each) : each));
  return {
    all,
    shown: all.find(({ id }) => id === shownId) ?? null,
    unsaved: all.filter(isUnsaved),
    add(entries) {
      const added = entries.map((entry) => ({
        ...entry,
        id: ++lastId,
        isSaved: false,
        keyFiles: [],
      }));
      setAll((before) => [...added, ...before]);
      setShownId(added[0].id);
    },
    show: setShownId,
    markSaved: (ids) => change(ids, (entry) => ({ ...entry, isSaved: true })),
    addKeyFile: (id, file) =>
      change([id], (entry) => ({
        ...entry,
        isSaved: true,
        keyFiles: [...entry.keyFiles.filter(({ name }) => name !== file.name), file],
      })),
    remove: (id) => setAll((before) => before.filter((each) => each.id !== id)),
    clearKeys: () => setAll((before) => before.map(withoutKey)),
  };
}
