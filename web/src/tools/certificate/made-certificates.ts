/**
 * The certificates that were made on this page, newest first, with their private keys. They are only in
 * memory, like the CAs (held-cas.ts): leaving the page clears them, and fifteen minutes without an action
 * clear the keys of those that are not shown.
 */
import { useState } from "react";
import { type GeneratedCertificate } from "../../../../core/certificate/contract.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import type { FormValues } from "./form-values.ts";
import { useIdle } from "./held-cas.ts";

export interface MadeCertificate {
  readonly id: number;
  readonly made: GeneratedCertificate;
  /** The form's values at the time of the request. */
  readonly values: FormValues;
  /** The CA of this page that signs next; null if its key is not here. */
  readonly signer: number | null;
  /** Whether its private key was copied or saved. */
  readonly isSaved: boolean;
}

/** Whether the page has the only copy of its private key. The key of a CA is held apart from it. */
export const isUnsaved = ({ made, isSaved }: MadeCertificate): boolean =>
  !isSaved && made.privateKey !== null;

let lastId = 0;

interface MadeCertificates {
  readonly shown: MadeCertificate | null;
  /** Those made before, and the shown one while another is under way. */
  readonly others: readonly MadeCertificate[];
  readonly unsaved: readonly MadeCertificate[];
  /** Adds a certificate and shows it. */
  add(entry: Omit<MadeCertificate, "id" | "isSaved">): void;
  /** Shows another one; none for null. */
  show(id: number | null): void;
  markSaved(ids: readonly number[]): void;
  remove(id: number): void;
}

/** `onIdle` is called after keys were cleared because the page was not used. */
export function useMadeCertificates(onIdle: () => void): MadeCertificates {
  const [all, setAll] = useState<readonly MadeCertificate[]>([]);
  const [shownId, setShownId] = useState<number | null>(null);
  useClearedOnLeave(() => setAll([]));
  const others = all.filter(({ id }) => id !== shownId);
  useIdle(others.some(({ made }) => made.privateKey !== null), () => {
    setAll(
      all.map((each) =>
        each.id === shownId ? each : { ...each, made: { ...each.made, privateKey: null } }
      ),
    );
    onIdle();
  });
  return {
    shown: all.find(({ id }) => id === shownId) ?? null,
    others,
    unsaved: all.filter(isUnsaved),
    add(entry) {
      const id = ++lastId;
      setAll((before) => [{ ...entry, id, isSaved: false }, ...before]);
      setShownId(id);
    },
    show: setShownId,
    markSaved: (ids) =>
      setAll((before) =>
        before.map((each) => ids.includes(each.id) ? { ...each, isSaved: true } : each)
      ),
    remove: (id) => setAll((before) => before.filter((each) => each.id !== id)),
  };
}
