/**
 * The collection of all files so far: objects by number, with equal ones merged, and skipped objects. A malformed
 * object or file never hides the others.
 */
import { loadDigest } from "../../wasm/digest.ts";
import type { Budget, Context } from "../kernel/context.ts";
import { isOperationError, OperationError } from "../kernel/errors.ts";
import { toDefinite } from "../x509/asn1/ber.ts";
import { DerError } from "../x509/asn1/der.ts";
import { identify, kindName } from "../x509/pem/identify.ts";
import { TooMuchDerivation } from "../x509/keys/encryption/key-derivation.ts";
import {
  certificatesOfPkcs7,
  isEncryptedMessage,
  revocationInfoOfPkcs7,
} from "../x509/cms/pkcs7.ts";
import * as TEXT from "../texts.ts";
import type { Place, SkippedPart } from "./contract.ts";
import { type InspectedKind, MAX_BYTES, MAX_OBJECTS } from "./options.ts";
import { ARCHIVE_NAMES, type ArchiveKind, archiveKind } from "./archive-kind.ts";
import type { Allowance } from "./unpack.ts";
import { findObjects, type FoundObject, type InspectedFile, type MailReader } from "./find.ts";
import { KINDS } from "../verdict/text/kind-words.ts";
import {
  type InspectedObject,
  isMessage,
  isUnchecked,
  isUnreadable,
  type LockedObject,
  type MessageObject,
  ofPrivateKey,
  openKey,
  type Reading,
  readObject,
} from "./objects.ts";
import { counted, named } from "../kernel/formatting.ts";

interface CollectionOptions {
  /** A context for each file, or the same one for all. */
  context: () => Context;
  /** Whether private keys are read; otherwise they are skipped. */
  acceptPrivateKeys: boolean;
  /** Whether a file that exceeds its budget is skipped, instead of ending the inspection. */
  tolerant: boolean;
  /** The most bytes of all files; without it MAX_BYTES, which a browser can keep. */
  mostBytes?: number;
}

/** A file as a possible content of a detached signature. */
export interface ContentFile extends InspectedFile {
  /** Whether it has objects of its own, so that it is less likely a content. */
  hasObjects: boolean;
}

type Found = (objects: readonly InspectedObject[]) => void | Promise<void>;

interface Unlocked {
  opened: number;
  tried: number;
  message: string | null;
}

/** The password that Java's documentation uses, and most truststores have. */
const JAVA_PASSWORD = "changeit";
const UNCHECKED = "Its integrity was not checked: that needs its password";
const CHANGED =
  "Its digest does not fit the password that opens its key: it was changed, or its own password is another one";
const WRONG_OR_CHANGED = "The password is wrong, or the keystore was changed";
/** The most archives inside one another. */
const MAX_DEPTH = 4;
/** Bytes that are unpacked and searched in a microsecond of a slow core, in the worst of texts. */
const UNPACKED_PER_WORK = 5;
/** Bytes of a keystore that are digested in a microsecond of a slow core. */
const DIGESTED_PER_WORK = 20;
/** Microseconds of a slow core to find an object or a damaged one, and to list it. */
const FOUND_WORK = 25;
/** Bytes that are unpacked from all archives of an inspection on a server. */
const MAX_UNPACKED_ON_SERVER = 4 * 1024 * 1024;

/** The most places that are kept for an object. Further ones are dropped. */
const MAX_PLACES = 1000;
/**
 * The cost limit for trying the empty password on a PFX file, in the iterations of
 * core/x509/keys/encryption/key-derivation.ts. It covers both encodings of the empty password with 10,000 iterations, and
 * the bags of a file with OpenSSL's 2,048.
 */
const EMPTY_PASSWORD_ITERATIONS = 320_000;

/**
 * The distinct objects of an inspection, with the places where each was found. `add` throws `too_complex` unless the
 * collection is `tolerant`.
 */
export class Collection {
  readonly #byId = new Map<number, InspectedObject>();
  readonly #byIdentity = new Map<string, InspectedObject>();
  readonly #contents = new Map<number, Set<number>>();
  readonly skipped: SkippedPart[] = [];
  readonly #contentFiles: ContentFile[] = [];
  readonly #mail: MailReader = { readers: null };
  #found: Found | undefined;
  #nextId = 0;
  #bytes = 0;
  #files = 0;
  /** Bytes and files that were unpacked from all archives. */
  #unpacked = 0;
  #entries = 0;

  constructor(private readonly options: CollectionOptions) {}

  /** The number of files that were read. */
  get files(): number {
    return this.#files;
  }
  /** The files up to MAX_BYTES, because each may be the content of a detached signature. */
  get contentFiles(): readonly ContentFile[] {
    return this.#contentFiles;
  }
  get size(): number {
    return this.#byId.size;
  }
  /** The objects, in the order in which they were found. */
  get objects(): IterableIterator<InspectedObject> {
    return this.#byId.values();
  }
  get(id: number): InspectedObject | undefined {
    return this.#byId.get(id);
  }
  /** The objects in a container. */
  contentsOf(id: number): ReadonlySet<number> {
    return this.#contents.get(id) ?? new Set();
  }

  /** Overwrites the private keys. The collection cannot be used afterwards. */
  dispose(): void {
    for (const object of this.objects) {
      if (object.kind !== "private-key") continue;
      object.privateKey?.dispose();
      object.bytes.fill(0);
    }
  }

  /**
   * Reads a file. Returns the objects that are new or have a new place, without those that `found` received: it is
   * called after each file of an archive.
   */
  async add(file: InspectedFile, found?: Found): Promise<InspectedObject[]> {
    this.#files++;
    this.#found = found;
    const touched = new Set<InspectedObject>();
    const place: Place = { file: file.name, position: 0, form: "file" };
    const { mostBytes = MAX_BYTES } = this.options;
    if (this.#bytes + file.bytes.length > mostBytes) {
      this.#skip(place, TEXT.inspectTooMuch(mostBytes / 1024 / 1024));
      return [];
    }
    this.#bytes += file.bytes.length;
    const context = this.options.context();
    try {
      const reading: Reading = { context, sha256: await loadDigest("SHA-256") };
      await this.#readFenced(file, 0, reading, touched);
    } catch (thrown) {
      const isTooComplex = isOperationError(thrown) && thrown.code === "too_complex";
      if (!isTooComplex || !this.options.tolerant) throw thrown;
      this.#skip(place, thrown.message);
    }
    return [...touched];
  }

  /**
   * `#read`, but a fault of a reader skips the file: one file must never end the inspection of all others. On a server
   * the fault goes on to its log.
   */
  async #readFenced(
    file: InspectedFile,
    depth: number,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<boolean> {
    try {
      return await this.#read(file, depth, reading, touched);
    } catch (thrown) {
      if (isOperationError(thrown) || !this.options.tolerant) throw thrown;
      this.#skip({ file: file.name, position: 0, form: "file" }, TEXT.inspectReaderFailed);
      return true;
    }
  }

  /** Reads a file, or the files in an archive, which `depth` others contain. Returns whether it has any content. */
  async #read(
    file: InspectedFile,
    depth: number,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<boolean> {
    const kind = archiveKind(file.bytes);
    if (kind !== null) return await this.#unpack(file, kind, depth, reading, touched);
    // EC PARAMETERS precede the key that they belong to.
    let parameters: Uint8Array<ArrayBuffer> | null = null;
    const content = { name: file.name, bytes: file.bytes, hasObjects: false };
    if (this.#bytes <= MAX_BYTES) this.#contentFiles.push(content);
    let hasContent = false;
    for (const found of findObjects(file, this.#mail, reading.context.budget)) {
      if (found.kind === "mail") {
        this.#mail.readers = await import("./signed/mail.ts");
        continue;
      }
      // The size of a request bounds what is not in an archive.
      if (depth > 0) reading.context.budget.spend("work", FOUND_WORK);
      if (found.kind === "file") {
        // A text that is nothing but an archive in base64 is how the API takes the archive.
        const isWhole = found.file.within?.path == null;
        const inner = depth + (isWhole ? 0 : 1);
        const read = await this.#read(found.file, inner, reading, touched);
        hasContent ||= read;
        continue;
      }
      content.hasObjects ||= found.kind !== null;
      hasContent ||= found.kind !== null || found.ofPart === true;
      if (found.kind === null) {
        // An archive has many other files, which are not listed.
        if (depth === 0 || found.ofPart) this.#skip(found.place, found.message);
      } else if (found.kind === "ec-parameters" && found.block) parameters = found.bytes;
      else await this.#take(found, parameters, reading, touched);
    }
    return hasContent;
  }

  async #unpack(
    file: InspectedFile,
    kind: ArchiveKind,
    depth: number,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<boolean> {
    const path = file.within?.path ?? undefined;
    const place: Place = { file: file.name, position: 0, form: "file", ...(path && { path }) };
    if (depth === MAX_DEPTH) {
      this.#skip(place, `Archives are opened up to ${MAX_DEPTH} levels deep, and this is deeper`);
      return true;
    }
    const { unpack } = await import("./unpack.ts");
    const { budget } = reading.context;
    const allowance: Allowance = {
      room: () =>
        Math.min(
          (budget.onServer ? MAX_UNPACKED_ON_SERVER : MAX_BYTES) - this.#unpacked,
          budget.left("bytes"),
          UNPACKED_PER_WORK * budget.left("work") / 2,
        ),
      spend: (bytes) => {
        this.#unpacked += bytes;
        budget.spend("bytes", bytes);
        budget.spend("work", bytes / UNPACKED_PER_WORK);
      },
      entry: () => ++this.#entries <= MAX_OBJECTS,
    };
    let files = 0;
    let hasContent = false;
    for (const entry of unpack(file.bytes, kind, allowance)) {
      const folder = path === undefined ? file.name : `${file.name}/${path.replaceAll("/", "_")}`;
      const name = entry.name === "" ? file.name : `${folder}/${entry.name}`;
      if ("message" in entry) {
        this.#skip({ ...place, file: name }, entry.message, { isUnsafe: entry.isUnsafe });
        hasContent = true;
        continue;
      }
      files++;
      // A compressed tar archive is one folder.
      const inner = kind === "gzip" && archiveKind(entry.bytes) === null
        ? `${folder}/${unzippedName(file.name)}`
        : name;
      const read = await this.#readFenced(
        { name: inner, bytes: entry.bytes },
        depth + 1,
        reading,
        touched,
      );
      hasContent ||= read;
      if (this.#found && touched.size > 0) {
        const objects = [...touched];
        touched.clear();
        await this.#found(objects);
      }
    }
    if (!hasContent && kind !== "gzip" || !hasContent && depth === 0) {
      const what = files === 0 ? "is empty" : "contains no certificates or keys";
      const count = files < 2 ? "" : ` (${counted(files, "file")})`;
      this.#skip(place, `This ${ARCHIVE_NAMES[kind]} ${what}${count}`);
    }
    return hasContent;
  }

  /**
   * Tries a password on one object, or on all locked ones. `message` says why some stayed locked; null if all were
   * opened.
   */
  async unlock(password: string, id: number | null): Promise<Unlocked> {
    const locked = [...this.objects].filter((object): object is LockedObject =>
      "opened" in object && (!object.opened || isUnchecked(object)) &&
      (id === null || object.id === id)
    );
    const unlocked: Unlocked = { opened: 0, tried: locked.length, message: null };
    const touched = new Set<InspectedObject>();
    const wrong: string[] = [];
    const others = new Set<string>();
    for (const object of locked) {
      const context = this.options.context();
      const reading: Reading = { context, sha256: await loadDigest("SHA-256") };
      try {
        await this.#open(object, password, reading, touched);
        unlocked.opened++;
      } catch (thrown) {
        if (!isOperationError(thrown)) {
          if (!this.options.tolerant) throw thrown;
          others.add(TEXT.inspectReaderFailed);
        } else if (thrown.code === "passphrase_wrong" || thrown.code === "passphrase_required") {
          wrong.push(thrown.message);
        } else others.add(thrown.message);
      }
    }
    const messages = [wrongPassword(wrong, unlocked.opened, password), ...others].filter(Boolean);
    unlocked.message = messages.join(". ") || null;
    return unlocked;
  }

  async #open(
    object: LockedObject,
    password: string,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<void> {
    if (object.kind === "pkcs12") return await this.#openPfx(object, password, reading, touched);
    if (object.kind === "jks") return await this.#openJks(object, password, reading, touched);
    const key = await openKey(object, password, reading.context);
    if (isOperationError(key)) throw key;
    // The fields of a locked object do not apply to an opened key.
    const { id, places, identity, notes } = object;
    const opened = ofPrivateKey(
      // An opened key is shown unencrypted.
      {
        id,
        places,
        identity,
        notes,
        bytes: key.pkcs8,
        digest: reading.sha256(key.pkcs8),
        problem: null,
      },
      key,
      reading.sha256,
    );
    this.#byIdentity.delete(object.identity);
    const merged = this.#merge(opened, object.id);
    if (merged !== opened) this.#byId.delete(object.id);
    if (merged) touched.add(merged);
  }

  async #openPfx(
    object: LockedObject,
    password: string,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<void> {
    const { readPkcs12 } = await import("../x509/cms/read-pkcs12.ts");
    const file = await readPkcs12(object.bytes, password, reading.context);
    object.opened = true;
    object.problem = null;
    touched.add(object);
    const contents = new Set<number>();
    const [{ file: name }] = object.places;
    let position = 0;
    const take = async (
      kind: "certificate" | "private-key",
      bytes: Uint8Array<ArrayBuffer>,
      alias: string | null,
    ) => {
      const path = alias ? { path: aliasOf(alias) } : {};
      const place: Place = { file: name, position: position++, form: "PFX", ...path };
      const found: FoundObject = { kind, place, bytes, block: null, note: null };
      const taken = await this.#take(found, null, reading, touched);
      if (taken) contents.add(taken.id);
      return taken;
    };
    const left = new Set(file.keys.map(({ pkcs8 }) => pkcs8));
    try {
      for (const { pkcs8, friendlyName } of file.keys) {
        const taken = await take("private-key", pkcs8, friendlyName);
        // The object uses the key's bytes.
        if (taken?.bytes === pkcs8) left.delete(pkcs8);
      }
    } finally {
      for (const pkcs8 of left) pkcs8.fill(0);
    }
    for (const { bytes, friendlyName } of file.certificates) {
      await take("certificate", bytes, friendlyName);
    }
    for (const { kind } of file.others) {
      const place: Place = { file: name, position: position++, form: "PFX" };
      this.#skip(place, `The PFX file contains ${kind}, which this tool does not read`);
    }
    this.#contents.set(object.id, contents);
  }

  /** Takes the certificates of a Java keystore, which needs no password for them. */
  async #readJks(
    object: LockedObject,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<void> {
    const { isIntact, readJavaKeystore } = await import("../x509/cms/java-keystore.ts");
    const { budget } = reading.context;
    try {
      const store = readJavaKeystore(object.bytes, budget);
      const contents = new Set<number>();
      this.#contents.set(object.id, contents);
      const [{ file }] = object.places;
      let position = 0;
      for (const { alias, certificates } of store.entries) {
        for (const bytes of certificates) {
          const place: Place = { file, position: position++, form: "JKS", path: aliasOf(alias) };
          if (identify(bytes) !== "certificate") {
            this.#skip(place, "An entry of the keystore is not a certificate");
            continue;
          }
          const found: FoundObject = { kind: "certificate", place, bytes, block: null, note: null };
          const taken = await this.#take(found, null, reading, touched);
          if (taken) contents.add(taken.id);
        }
      }
      object.opened = store.entries.every(({ sealedKey }) => sealedKey === null);
      if (!object.opened && !this.options.acceptPrivateKeys) {
        this.#skip(object.places[0], TEXT.inspectKeyRefused("an encrypted private key"));
        object.opened = true;
      }
      budget.spend("work", object.bytes.length / DIGESTED_PER_WORK);
      const intact = await isIntact(store, JAVA_PASSWORD);
      object.integrity = intact ? "checked" : "unknown";
      object.notes.push(
        intact
          ? `Its integrity was checked with Java's default password, "${JAVA_PASSWORD}"`
          : UNCHECKED,
      );
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      object.problem = thrown.message;
      object.opened = true;
    }
  }

  /** Opens the private keys of a Java keystore. Each may have a password of its own. */
  async #openJks(
    object: LockedObject,
    password: string,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<void> {
    const { isIntact, openJavaKey, readJavaKeystore } = await import(
      "../x509/cms/java-keystore.ts"
    );
    const { budget } = reading.context;
    try {
      const store = readJavaKeystore(object.bytes, budget);
      budget.spend("work", object.bytes.length / DIGESTED_PER_WORK);
      const intact = await isIntact(store, password);
      const contents = this.#contents.get(object.id) ?? new Set();
      const [{ file }] = object.places;
      const closed: string[] = [];
      let opened = 0;
      for (const [position, { alias, sealedKey }] of store.entries.entries()) {
        if (sealedKey === null) continue;
        const bytes = await openJavaKey(sealedKey, password, budget);
        if (bytes === null) {
          closed.push(alias);
          continue;
        }
        opened++;
        const place: Place = { file, position, form: "JKS", path: aliasOf(alias) };
        const found: FoundObject = { kind: "private-key", place, bytes, block: null, note: null };
        let taken: InspectedObject | null = null;
        try {
          taken = await this.#take(found, null, reading, touched);
        } finally {
          if (taken?.bytes !== bytes) bytes.fill(0);
        }
        if (taken) contents.add(taken.id);
      }
      if (!intact && opened === 0) {
        const message = TEXT.passwordRefused(WRONG_OR_CHANGED, password);
        throw new OperationError("passphrase_wrong", message);
      }
      object.opened = closed.length === 0;
      const others = object.notes.filter((note) => note !== UNCHECKED && note !== CHANGED);
      // Each key may have a password of its own, so an earlier one may have proven the integrity.
      if (intact) object.integrity = "checked";
      else if (object.integrity !== "checked") object.integrity = "changed";
      object.notes = [
        ...others,
        ...intact
          ? ["Its integrity was checked with its password"]
          : object.integrity === "changed"
          ? [CHANGED]
          : [],
        ...closed.map((alias) => `The key of ${aliasOf(alias)} has another password`),
      ];
      touched.add(object);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      object.problem = thrown.message;
      object.opened = true;
      touched.add(object);
    }
  }

  async #take(
    found: FoundObject,
    parameters: Uint8Array<ArrayBuffer> | null,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<InspectedObject | null> {
    const { kind } = found;
    if (kind === "private-key" || kind === "encrypted-private-key" || kind === "pkcs12") {
      if (!this.options.acceptPrivateKeys) {
        this.#skip(found.place, TEXT.inspectKeyRefused(kindName(kind)));
        return null;
      }
    }
    const object = await readObject(found, parameters, reading);
    const merged = this.#merge(object);
    if (merged === null) {
      this.#skip(found.place, TEXT.inspectTooMany(MAX_OBJECTS, "objects"));
      return null;
    }
    touched.add(merged);
    if (merged !== object) return merged;
    if (isMessage(object)) await this.#takeContents(object, reading, touched);
    else if (object.kind === "pkcs12") await this.#tryWithoutPassword(object, reading, touched);
    else if (object.kind === "jks") await this.#readJks(object, reading, touched);
    if (isUnreadable(object)) {
      const damage = found.damage?.() ?? null;
      if (damage !== null) object.problem += `. ${damage}`;
      // The errors of keys and PFX files name them.
      const isNamed = kind === "private-key" || kind === "pkcs12";
      const message = isNamed ? object.problem! : `${KINDS[kind]}: ${object.problem!}`;
      this.#skip(found.place, message, { id: object.id });
    }
    return merged;
  }

  /**
   * Tries an empty password first: many PFX files have none, and malformed or unsupported files are reported before the
   * user is asked. A file with expensive key derivations is not tried. One that is damaged outside of what is encrypted
   * counts as opened, because no password helps.
   */
  async #tryWithoutPassword(
    object: LockedObject,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<void> {
    const { context } = reading;
    const budget = context.budget.part({ kdfIterations: EMPTY_PASSWORD_ITERATIONS });
    try {
      const cheap: Reading = { ...reading, context: { ...context, budget } };
      await this.#openPfx(object, "", cheap, touched);
    } catch (thrown) {
      if (!isOperationError(thrown)) throw thrown;
      // A file that was too expensive to try may still open with its password.
      const mayOpen = thrown.code === "passphrase_required" || thrown instanceof TooMuchDerivation;
      if (!mayOpen) object.problem = thrown.message;
      if (thrown.code === "unreadable") object.opened = true;
    }
  }

  async #takeContents(
    container: MessageObject,
    reading: Reading,
    touched: Set<InspectedObject>,
  ): Promise<void> {
    const { budget } = reading.context;
    const [{ file, position: first, form: outer }] = container.places;
    const form = container.kind === "jws" ? "JWS" : outer === "DER" ? "PKCS#7 in DER" : "PKCS#7";
    try {
      const contents = new Set<number>();
      this.#contents.set(container.id, contents);
      let position = first;
      const take = async (
        kind: InspectedKind | null,
        bytes: Uint8Array<ArrayBuffer>,
        unknown: string,
      ) => {
        const place: Place = { file, position: position++, form };
        if (kind === null) return this.#skip(place, unknown);
        const found: FoundObject = { kind, place, bytes, block: null, note: null };
        const object = await this.#take(found, null, reading, touched);
        if (object) contents.add(object.id);
      };
      if (container.kind === "jws") {
        const { certificatesOfJws } = await import("../x509/signed/jws.ts");
        for (const bytes of certificatesOfJws(new TextDecoder().decode(container.bytes))) {
          const kind = identify(bytes) === "certificate" ? "certificate" : null;
          await take(kind, bytes, "A member of x5c is not a certificate");
        }
        return;
      }
      const whole = toDefinite(container.bytes, budget);
      const bundle = container.kind === "time-stamp" ? await tokenOf(whole, budget) : whole;
      if (bundle === null || isEncryptedMessage(bundle, budget)) return;
      const { requestIn } = await import("../x509/signed/requests.ts");
      const request = requestIn(bundle, budget);
      if (request !== null) await take("request", request.request, "");
      for (const bytes of certificatesOfPkcs7(bundle, budget)) {
        const kind = identify(bytes) === "certificate" ? "certificate" : null;
        await take(kind, bytes, "One part of the bundle is not a certificate");
      }
      for (const { kind, bytes } of revocationInfoOfPkcs7(bundle, budget)) {
        await take(kind, bytes, "The bundle contains revocation information in an unknown format");
      }
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      container.problem = thrown.message;
    }
  }

  /** Adds the object, or its place to an equal one; returns null if the collection is full. */
  #merge(object: InspectedObject, id?: number): InspectedObject | null {
    const equal = this.#byIdentity.get(object.identity);
    if (equal) {
      const room = MAX_PLACES - equal.places.length;
      equal.places.push(...object.places.slice(0, Math.max(0, room)));
      for (const note of object.notes) if (!equal.notes.includes(note)) equal.notes.push(note);
      if (object.kind === "private-key" && object !== equal) object.privateKey?.dispose();
      return equal;
    }
    if (id === undefined && this.#byId.size >= MAX_OBJECTS) {
      if (object.kind === "private-key") object.privateKey?.dispose();
      return null;
    }
    object.id = id ?? this.#nextId++;
    this.#byId.set(object.id, object);
    this.#byIdentity.set(object.identity, object);
    return object;
  }

  /** `id` is that of an object whose bytes can still be viewed; null if there is no such object. */
  #skip(
    { file, position }: Place,
    message: string,
    { id = null, isUnsafe = false }: { id?: number | null; isUnsafe?: boolean } = {},
  ): void {
    if (this.skipped.length >= MAX_OBJECTS) return;
    this.skipped.push({ file, position, message, id, ...isUnsafe && { unsafe: true as const } });
  }
}

/** The token of a timestamp response; null if it has none. */
async function tokenOf(bytes: Uint8Array<ArrayBuffer>, budget: Budget) {
  const { readTimeStampResponse } = await import("../x509/signed/time-stamps.ts");
  return readTimeStampResponse(bytes, budget).token;
}

const aliasOf = (alias: string): string => `alias ${named(alias)}`;

/** The name of the file in a gzip file. */
function unzippedName(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/\.gz$/i, "");
}

/** Why a password left objects locked. `wrong`: the message about each of them. */
function wrongPassword(
  wrong: readonly string[],
  opened: number,
  password: string,
): string | undefined {
  if (wrong.length > 0 && opened > 0) return TEXT.inspectOtherPassword(wrong.length);
  if (wrong.length < 2) return wrong[0];
  return TEXT.passwordRefused(TEXT.inspectPasswordOpensNone(wrong.length), password);
}
