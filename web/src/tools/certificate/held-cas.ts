/**
 * The CAs that were made on this page, with their private keys. They are only in memory: leaving the page clears
 * them, and so does the page after a time without an action (idle-keys.ts).
 */
import { useState } from "react";
import {
  type GeneratedCertificate,
  isCaKind,
  type Kind,
} from "../../../../core/certificate/contract.ts";
import type { Reason } from "../../../../core/crl/contract.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { filesOf } from "../../../../core/certificate/files.ts";

/** A certificate that a CA signed on this page. */
export interface Issued {
  readonly name: string;
  readonly kind: Kind;
  readonly serialNumber: string;
  /** Why it is revoked; null if it is not. */
  readonly reason: Reason | null;
  /** Whether the last CRL has it. A revocation is final. */
  readonly listed: boolean;
}

export interface HeldCa {
  readonly id: number;
  /** The base of its files: "localhost_CA". */
  readonly name: string;
  /** Its certificate, then those above it, PEM. */
  readonly certificates: string;
  readonly privateKey: string;
  /** Whether it may issue only for `permitted` ("DNS:localhost") and for plain names of clients. */
  readonly isLimited: boolean;
  readonly permitted: readonly string[];
  /** It was made for one certificate, and the user did not ask to keep its key: the next one replaces it. */
  readonly isPassing: boolean;
  /** Whether its private key was copied or saved. */
  readonly isSaved: boolean;
  readonly issued: readonly Issued[];
  /** Its last CRL, PEM. */
  readonly crl: string | null;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g;

/** The certificates of a text that we wrote. */
export const certificatesIn = (pem: string): string[] => pem.match(CERTIFICATE) ?? [];

type NewCa = Pick<
  HeldCa,
  "name" | "certificates" | "privateKey" | "isLimited" | "permitted"
>;

/**
 * Moves the keys of the CAs out of an answer, so that they are in one place only. For an intermediate CA below
 * a new root these are two: the root comes first.
 */
export function takeCas(made: GeneratedCertificate): NewCa[] {
  const found: NewCa[] = [];
  const { ca, kind, permitted } = made;
  const files = filesOf(made);
  const isLimited = !made.notes.some(({ code }) => code === "constraints_left_out");
  if (ca?.privateKey) {
    found.push({
      name: files.ca.replace(/\.crt$/, ""),
      certificates: certificatesIn(made.chain).slice(1).join(""),
      privateKey: ca.privateKey,
      isLimited,
      permitted,
    });
    ca.privateKey = null;
  }
  if (isCaKind(kind) && made.privateKey) {
    found.push({
      name: files.certificate.replace(/\.crt$/, ""),
      certificates: made.chain,
      privateKey: made.privateKey,
      // The page does not know the limits of a given CA.
      isLimited: isLimited && made.issuer !== "existing-ca",
      permitted,
    });
    made.privateKey = null;
  }
  return found;
}

const issuedOf = ({ name, kind, serialNumber }: GeneratedCertificate): Issued => ({
  name,
  kind,
  serialNumber,
  reason: null,
  listed: false,
});

/** Whether a new CA replaces it, because its key was not used again. */
const isReplaced = ({ isPassing, isSaved, issued, crl }: HeldCa): boolean =>
  isPassing && !isSaved && issued.length <= 1 && crl === null;

/** Whether the CA may sign for a server: its name constraints permit a domain or an address. */
export const signsServers = ({ isLimited, permitted }: HeldCa): boolean =>
  !isLimited || permitted.some((name) => /^(?:DNS|IP):/.test(name));

export interface HeldCas {
  readonly cas: readonly HeldCa[];
  /**
   * Adds the CAs of an answer, and the certificate to the list of its CA. `keep`: the user asked to keep the key
   * of a new CA. Returns the id of the CA to sign with.
   */
  add(made: GeneratedCertificate, signer: number | null, keep?: boolean): number | null;
  change(id: number, change: (ca: HeldCa) => Partial<HeldCa>): void;
  forget(id: number): void;
  clear(): void;
}

let lastId = 0;

/**
 * The keys of a result: that of a CA is held apart from it. The key of a new CA above it is among them if
 * the user asked to keep it.
 */
export function keysOf(
  made: GeneratedCertificate,
  { keepCaKey }: { keepCaKey: boolean },
  held: HeldCa | null,
): { privateKey: string | null; caKey: string | null } {
  if (isCaKind(made.kind)) {
    const isHeld = held !== null && held.certificates === made.chain;
    return { privateKey: isHeld ? held.privateKey : null, caKey: null };
  }
  const isKept = keepCaKey && made.issuer === "new-ca";
  return { privateKey: made.privateKey, caKey: isKept ? held?.privateKey ?? null : null };
}

export function useHeldCas(): HeldCas {
  const [cas, setCas] = useState<readonly HeldCa[]>([]);
  const clear = () => setCas([]);
  useClearedOnLeave(clear);

  const change = (id: number, change: (ca: HeldCa) => Partial<HeldCa>) =>
    setCas((before) => before.map((ca) => ca.id === id ? { ...ca, ...change(ca) } : ca));
  return {
    cas,
    add(made, signer, keep = false) {
      // A CA below a CA of this page has its limits.
      const { isLimited, permitted } = cas.find(({ id }) => id === signer) ?? {};
      const found = takeCas(made).map((ca) => ({
        ...ca,
        ...isLimited && { isLimited, permitted: permitted! },
        id: ++lastId,
        isPassing: made.issuer === "new-ca" && !isCaKind(made.kind) && !keep,
        isSaved: false,
        issued: [] as Issued[],
        crl: null,
      }));
      if (found.length > 0 && made.issuer === "new-ca") found[0].issued.push(issuedOf(made));
      setCas((before) => [
        ...before.filter((ca) => found.length === 0 || !isReplaced(ca)).map((ca) =>
          ca.id === signer ? { ...ca, issued: [...ca.issued, issuedOf(made)] } : ca
        ),
        ...found,
      ]);
      return found.at(-1)?.id ?? signer;
    },
    change,
    forget: (id) => setCas((before) => before.filter((ca) => ca.id !== id)),
    clear,
  };
}
