/** The shape of a target: the files that it reads, the lines that name them, and the keys that it takes. */
import type { PfxEncryption } from "../pfx/options.ts";
import type { Mail, Sent } from "../verdict/text/bundle-mail.ts";
import type { PublicKey } from "../x509/shapes.ts";

/** The parts of which folders are made. Names are portable, so every program reads each as one word. */
export interface Material {
  /** The base of the file names. */
  readonly name: string;
  /** The name with the end of the certificate: of folders on a server, so that no older file is overwritten. */
  readonly base: string;
  /** A name that clients ask for: A-labels, or an address. "" for a client without one. */
  readonly host: string;
  /** The names of hosts in the certificate, also wildcards. */
  readonly names: readonly string[];
  /** PEM, without the root: the certificate, and the certificates above it. */
  readonly certificate: string;
  readonly issuers: string;
  /** A root that is not public, PEM; null without one. */
  readonly root: string | null;
  /** The certificate as its receiver finds it. */
  readonly order: Sent;
  /** PKCS#8 in PEM, not encrypted; "" for a target that needs no key. */
  readonly key: string;
  /** A PFX file in base64 under the password; null for a target that needs none. */
  readonly pfx: string | null;
  /** Returns a new UUID at each call. */
  readonly newId: () => string;
}

export interface BundleFile {
  readonly path: string;
  readonly content: string;
  /** How `content` stands for the bytes of the file. */
  readonly encoding: "utf-8" | "base64";
  /** Only the server may read it. */
  readonly secret: boolean;
  /** The line of the README. */
  readonly what: string;
}

export interface BundleStep {
  readonly text: string;
  /** Lines or commands; null for a step without them. */
  readonly code: string | null;
}

export interface Written {
  readonly files: readonly BundleFile[];
  readonly steps: readonly BundleStep[];
  /** The command that shows whether clients accept it. */
  readonly test: BundleStep;
  /** The command that brings the state before back. */
  readonly undo: BundleStep;
  /** The mail that the files are attached to; absent if they are not sent. */
  readonly mail?: Mail;
}

/** Who presents a certificate. "any": a server, a client, or the signer of a mail or a program. */
export type Holder = "server" | "client" | "any";

export interface Target {
  /** The document of the program or service that states the form. */
  readonly documentation: string;
  /** The encryption of the PFX file that it reads; null if it reads none. */
  readonly pfx: PfxEncryption | null;
  /** Whether it takes a key of this kind; absent if it takes every kind that a server can use. */
  readonly takes?: (key: PublicKey) => boolean;
  /** Who presents the certificate; absent if a server does. */
  readonly holder?: Holder;
  /** Whether it gets no private key; absent if it needs one. */
  readonly isWithoutKey?: boolean;
  readonly write: (material: Material) => Written;
}

/** The kinds of keys that signatures of TLS have everywhere. */
export const isRsaOrNistCurve = ({ algorithm, curve }: PublicKey): boolean =>
  algorithm === "RSA" || algorithm === "EC" && /^P-(?:256|384|521)$/.test(curve ?? "");
