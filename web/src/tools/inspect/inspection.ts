/**
 * The inspection of this tab. It outlives its page, so that the user can return from another tool. It ends with the
 * tab, with `clear`, and when the browser suspends the tab: workers, keys and rows are then gone.
 */
import { createStore } from "../../lib/store.ts";
import { type DroppedFile, MAX_FILES } from "../../ui/form/dropped-files.ts";
import { SECRET_KINDS, wholeFile } from "../../../../core/inspect/options.ts";
import type { InspectMethods } from "../../../../core/inspect/session-contract.ts";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import { EMPTY, InspectionQueue, type InspectionState } from "./inspection-queue.ts";

export type { InspectionState, Picture } from "./inspection-queue.ts";

export const inspectionState = createStore<InspectionState>(EMPTY);

const begin = () =>
  new InspectionQueue({
    show: inspectionState.set,
    async open(name) {
      const [{ createSession }, { spawnWorker }] = await Promise.all([
        import("../../../../workers/session-client.ts"),
        import("../../run/worker-client.ts"),
      ]);
      return createSession({ spawn: spawnWorker, name });
    },
    hasHelper: navigator.hardwareConcurrency !== 1,
  });

let current = begin();

/** Begins an empty inspection, and returns the one before. */
function replace(): InspectionQueue {
  const before = current;
  current = begin();
  inspectionState.set(EMPTY);
  return before;
}

/** Ends the workers, and forgets all files, objects and keys. May be called at any time. */
export function clear(): void {
  replace().end();
}

/** The names of the secrets that Clear removed, and a function that brings back the rest. */
interface Cleared {
  gone: Readonly<Record<string, boolean>>;
  /** Whether there is a rest. */
  isWorth: boolean;
  restore: () => Promise<void>;
}

/**
 * Clears, and keeps what is public: files without a secret, and the public objects of the other files. While tasks run,
 * the worker ends at once, so that only whole files are kept.
 */
export function clearKeeping(): Cleared {
  const { status, picture, unlocked } = inspectionState.get();
  const before = replace();
  const rows = [...picture?.rows.values() ?? []];
  const paths = new Set(before.given.map(({ path }) => path));
  const wholes = (names: readonly string[]) =>
    new Set(names.map((name) => wholeFile(paths, name)).filter((path) => path !== null));
  const filesOf = (isSecret: boolean) =>
    wholes(
      rows.filter(({ kind }) => SECRET_KINDS.has(kind) === isSecret)
        .flatMap(({ places }) => places.map(({ file }) => file)),
    );
  const [open, secret] = [filesOf(false), filesOf(true)];
  // The unread part of a file may be a key.
  const unread = wholes(picture?.skipped.map(({ file }) => file) ?? []);
  const files = before.given.filter(({ path }) =>
    open.has(path) && !secret.has(path) && !unread.has(path)
  );
  const isResting = status === "ready";
  const mixed = [...open].filter((path) => secret.has(path) || unread.has(path));
  const parts = before.endKeeping(mixed);
  const has = (...kinds: ObjectRow["kind"][]) => rows.some(({ kind }) => kinds.includes(kind));
  return {
    gone: {
      "private keys": has("private-key", "encrypted-private-key"),
      "passphrases": unlocked !== null || has("encrypted-private-key", "pkcs12", "jks"),
      "PFX files": has("pkcs12"),
      "keystores": has("jks"),
      "OpenPGP data": has("openpgp"),
      "skipped parts": unread.size > 0,
      "unfinished files": !isResting,
    },
    isWorth: files.length > 0 || isResting && mixed.length > 0,
    restore: async () =>
      await addFiles([
        ...files,
        ...(await parts).map(({ name, bytes }) => ({ path: name, file: new File([bytes], name) })),
      ]),
  };
}

/** Reads all files again after a failure. */
export function again(): Promise<void> {
  const { given, cut } = replace();
  return current.read(given, cut);
}

/** The name of a text without a file. */
export const PASTED = "Pasted text";

export function addText(text: string): Promise<void> {
  return addFiles([{ path: PASTED, file: new File([text], PASTED) }]);
}

/** Reads files, at most `MAX_FILES` of them, and then relates all objects. */
export function addFiles(chosen: readonly DroppedFile[]): Promise<void> {
  if (inspectionState.get().status === "failed") clear();
  const cut = chosen.slice(MAX_FILES, MAX_FILES + 1).map(({ path }) => (
    { file: path, position: 0, message: TEXT.tooManyFiles(MAX_FILES), id: null }
  ));
  return current.read(chosen.slice(0, MAX_FILES), cut);
}

/** Tries a password on everything that is locked, or on one object, once the files given so far are read. */
export function unlock(password: string, id: number | null): Promise<void> {
  return current.unlock(password, id);
}

/** Requests data about objects. Null if the call failed or the inspection has ended. */
export function ask<
  Name extends "details" | "structure" | "set" | "keyPem" | "archive" | "json" | "crlEntries",
>(
  name: Name,
  input: InspectMethods[Name]["input"],
): Promise<InspectMethods[Name]["output"] | null> {
  return current.ask(name, input);
}

// A page that the browser keeps for Back must not keep keys either.
if (typeof addEventListener === "function") addEventListener("pagehide", clear);
