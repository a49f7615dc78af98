/** The facts about files from which they are judged. The answers of the inspector have these fields, except as noted. */
import type { OtherKey } from "../../../x509/shapes.ts";
import type { KeyFacts, KindCode, KindOf, Thing } from "../../inspect-codes.ts";
import type { SignedReason } from "../../signed-reasons.ts";

export interface FindingFacts {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly advice: string;
}

interface PlaceFacts {
  readonly file: string;
  readonly form: string;
  readonly path?: string;
}

export interface ObjectFacts {
  readonly id: number;
  readonly kind: KindCode;
  readonly name: string;
  readonly places: readonly PlaceFacts[];
  readonly publicKey: KeyFacts | null;
  readonly names: number | null;
  readonly issuer: string | null;
  readonly notBefore: string | null;
  readonly notAfter: string | null;
  readonly role: "root" | "intermediate" | "leaf" | null;
  readonly signatureDigest?: string | null;
  /** The profile of a certificate, such as "private". */
  readonly judgedAs?: string | null;
  readonly locked: boolean;
  readonly problem: string | null;
  readonly cutOff?: true;
  readonly unchecked?: true;
  /** Oddities in how it is written, such as a label that does not fit the content. */
  readonly notes?: readonly string[];
  readonly findings: readonly FindingFacts[];
  readonly revocation?: {
    readonly status: "good" | "revoked" | "unknown";
    readonly by: "crl" | "ocsp" | null;
    readonly thisUpdate: string | null;
    readonly revokedAt: string | null;
    readonly reason: string | null;
    readonly problem: string | null;
  };
  readonly signed?: {
    readonly outcome: "holds" | "fails" | "unknown";
    readonly format: "CMS" | "S/MIME" | "RFC 3161" | "JWS";
    readonly content: { readonly state: string };
    readonly signers: readonly {
      readonly name: string | null;
      readonly signature: { readonly outcome: string };
      readonly certificate: number | null;
      readonly timeStamp: { readonly outcome: string } | null;
    }[];
  };
  readonly encrypted?: object;
  /** Why a signed or encrypted file is judged as it is. Answers have the sentences. */
  readonly because?: readonly SignedReason[];
}

export interface LinkFacts {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly holds: true | null;
}

export interface ChainOfFiles {
  readonly certificates: readonly {
    readonly id: number | null;
    readonly name: string;
    readonly notAfter: string;
  }[];
  readonly isValid: boolean | null;
  readonly trusted: boolean;
  readonly refusing?: readonly { readonly name: string; readonly until: string | null }[];
  readonly problems: readonly {
    readonly certificate: number | null;
    readonly code: string;
    readonly message: string;
    readonly advice: string;
  }[];
  readonly missingIssuer: string | null;
  readonly missing?: {
    readonly kind: "root" | "intermediate" | null;
    readonly shouldSignItself?: boolean;
    readonly otherKey: OtherKey | null;
    readonly isListed?: true;
  };
  readonly refusedBy?: readonly {
    readonly clients: readonly string[];
    readonly code: string;
    readonly title: string;
    readonly message: string;
    readonly advice: string;
    readonly certificate: number | null;
    readonly inHandshake: boolean;
  }[];
}

/** How a certificate differs from its CSR. Answers have it as a sentence. */
export type DifferenceFacts =
  | { readonly code: "names_missing"; readonly names: readonly string[]; readonly count: number }
  | {
    readonly code: "names_added";
    readonly names: readonly string[];
    readonly count: number;
    readonly isUsual: boolean;
  }
  | {
    readonly code: "common_name_differs" | "subject_differs";
    readonly given: string | null;
    readonly asked: string | null;
  }
  | { readonly code: "other_key"; readonly file: string }
  | { readonly code: "not_compared" };

export interface SetFacts {
  readonly certificate: number | null;
  readonly privateKeys: readonly number[];
  readonly requests: readonly number[];
  readonly unverified: string | null;
  readonly differences: readonly DifferenceFacts[];
}

interface SkippedFacts {
  readonly file: string;
  readonly message: string;
  readonly id: number | null;
  readonly unsafe?: true;
}

interface LeftoverFacts {
  readonly id: number;
  readonly uncertain?: true;
}

export type Objects = ReadonlyMap<number, ObjectFacts>;

/** All that was found in files. */
export interface FilesFacts {
  readonly rows: Objects;
  readonly links: readonly LinkFacts[];
  readonly chains: readonly ChainOfFiles[];
  readonly sets: readonly SetFacts[];
  readonly leftovers: readonly LeftoverFacts[];
  readonly skipped: readonly SkippedFacts[];
  readonly notes: readonly string[];
  /** The CRLs whose issuer is among the certificates. */
  readonly crlsOfKnown: ReadonlySet<number>;
  /** The time at which dates were checked, in milliseconds since 1970. */
  readonly now: number;
}

/** The name of an object in sentences; its file's name if it has none. */
export const thingOf = (
  { name, places: [{ file }] }: Pick<ObjectFacts, "name" | "places">,
): Thing => name ? { name, isFile: false } : { name: file, isFile: true };

/** The sort of an object, as far as it is known. */
export function kindOf({ kind, role, signed, encrypted }: ObjectFacts): KindOf {
  if (signed) return { signed: signed.format };
  if (encrypted) return { encrypted: true };
  return role ? { role } : { kind };
}

const DAY = 86_400_000;

/** Whole days until the end of a certificate, rounded down. */
export const daysUntil = (notAfter: string, now: number): number =>
  Math.floor((Date.parse(notAfter) - now) / DAY);

/** Whether a key may be in a file that is locked. */
export const hasLocked = (rows: Objects): boolean =>
  [...rows.values()].some(({ locked }) => locked);
