/**
 * Judges the signed files of a collection: who signed what, whether the signature covers the content, and
 * whether the signer's certificate is valid at the time of the signature. Loaded only if there are such files.
 *
 * A timestamp proves that time if it covers the signature value, its authority may stamp time, and the
 * authority's chain is valid now up to a public root, or up to the root that the signer's chain needs anyway.
 */
import { wholeSecond } from "../../x509/validity.ts";
import type { Budget } from "../../kernel/context.ts";
import { isOperationError } from "../../kernel/errors.ts";
import { equalOctets } from "../../kernel/octets.ts";
import { toDefinite } from "../../x509/asn1/ber.ts";
import { attempt, Der, DerError } from "../../x509/asn1/der.ts";
import { toHex } from "../../x509/asn1/hex.ts";
import { isWeakDigest } from "../../x509/asn1/oids.ts";
import { formatTime } from "../../x509/asn1/time.ts";
import { ContentDigests } from "../../x509/signed/content-digests.ts";
import { readEnvelopedData } from "../../x509/signed/enveloped-data.ts";
import { isEncryptedMessage } from "../../x509/cms/pkcs7.ts";
import {
  readSignedData,
  type SignedData,
  type Signer,
  type SignerIdentifier,
} from "../../x509/signed/signed-data.ts";
import {
  checkSigner,
  claimedTime,
  countersignaturesOf,
  messageDigestOf,
  namesCertificate,
  timeStampsOf,
  weakDigest,
} from "../../x509/signed/signer.ts";
import {
  mayStampTime,
  readTimeStampInfo,
  readTimeStampResponse,
  TIME_STAMP_CONTENT,
  type TimeStampInfo,
} from "../../x509/signed/time-stamps.ts";
import { requestIn } from "../../x509/signed/requests.ts";
import { Candidate } from "../../x509/constraints/candidate.ts";
import { canonicalName, nameKey } from "../../x509/constraints/canonical-names.ts";
import { checkJws, type Jws, readJws } from "../../x509/signed/jws.ts";
import { EXTENSION } from "../../x509/objects/extensions/identifiers.ts";
import { readName } from "../../x509/objects/names.ts";
import { readCertificate } from "../../x509/objects/read-certificate.ts";
import { formatSerialNumber } from "../../x509/objects/serial-numbers.ts";
import { Pool } from "../../x509/path/pool.ts";
import { anchorsOf, mozillaRoots, type TrustStore } from "../../x509/path/trust-store.ts";
import { hashOctets } from "../../x509/signatures/hashes.ts";
import { significant } from "../../x509/revocation/crl-status.ts";
import type { Revocation } from "../../x509/shapes.ts";
import type { Collection } from "../collection.ts";
import type { SignedReason } from "../../verdict/signed-reasons.ts";
import { signedSentences, signedText } from "../../verdict/text/signed.ts";
import type { EncryptedFile, InspectedFinding, SignedFile } from "../contract.ts";
import { keyBucket, type MessageObject } from "../objects.ts";
import { ruleFinding } from "../rule-finding.ts";
import { judgeChain, type JudgedChain } from "./chain.ts";
import { Contents, type FoundContent } from "./contents.ts";
import { signedFindings } from "./findings.ts";
import { lowerAscii, protectedAuthors } from "./mail.ts";
import { outcomeOf, type Reasoned, reasoned, said } from "./outcome.ts";
import {
  authenticodeVerdict,
  type Content,
  encryptedReasons,
  type JudgedSigner,
  type JudgedStamp,
  refusedStamp,
  signedBy,
  stampVerdict,
  unreadableSigner,
  verdictOf,
} from "./reasons.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The verdict on a signed file, or the recipients of an encrypted one, and the findings on it. */
export interface JudgedFile {
  readonly signed?: SignedFile;
  readonly encrypted?: EncryptedFile;
  /** Why it is judged as it is. */
  readonly because: readonly SignedReason[];
  readonly findings: readonly InspectedFinding[];
}

export interface JudgeOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly budget: Budget;
  /** The status of certificates by their number. */
  readonly revocations: ReadonlyMap<number, Revocation>;
  /** Receives a sentence if the budget runs out. */
  readonly notes: string[];
  /** Anchors to trust instead of Mozilla's. */
  readonly trustStore?: TrustStore;
}

/** Judges all signed files, by the number of the object. */
export async function judgeFiles(
  collection: Collection,
  messages: readonly MessageObject[],
  options: JudgeOptions,
): Promise<ReadonlyMap<number, JudgedFile>> {
  const judged = new Map<number, JudgedFile>();
  try {
    const judge = new Judge(collection, options);
    for (const message of messages) {
      const result = await judge.file(message);
      if (result !== null) judged.set(message.id, result);
    }
  } catch (thrown) {
    if (!isOperationError(thrown) || thrown.code !== "too_complex") throw thrown;
    options.notes.push("We did not check every signature, because there are too many");
  }
  return judged;
}

/** Timestamps of one signature that are tried. */
const MAX_TIME_STAMPS = 3;
/** Milliseconds by which the clock of an authority may be ahead. */
const CLOCK_TOLERANCE = 300_000;

class Judge {
  readonly #digests: ContentDigests;
  readonly #contents: Contents;
  readonly #pool: Pool;
  readonly #ids = new Map<Candidate, number>();
  readonly #byIdentifier = new Map<string, Candidate[]>();
  readonly #known = new Map<string, Candidate>();

  constructor(
    private readonly collection: Collection,
    private readonly options: JudgeOptions,
  ) {
    const { budget } = options;
    this.#digests = new ContentDigests(budget);
    this.#contents = new Contents(collection.contentFiles, this.#digests);
    this.#pool = new Pool(budget);
    for (const root of anchorsOf(options.trustStore ?? mozillaRoots())) this.#pool.add(root);
    for (const object of collection.objects) {
      if (object.kind !== "certificate" || object.candidate === null) continue;
      this.#ids.set(object.candidate, object.id);
      this.#add(object.candidate);
    }
  }

  #add(candidate: Candidate): void {
    this.#pool.add(candidate);
    this.#known.set(candidate.id, candidate);
    const keys = [serialKey(candidate.issuerKey, candidate.certificate.serial)];
    if (candidate.keyIdentifier !== null) keys.push(`key ${candidate.keyIdentifier}`);
    for (const key of keys) {
      const list = this.#byIdentifier.get(key);
      if (list) list.push(candidate);
      else this.#byIdentifier.set(key, [candidate]);
    }
  }

  /** Reads certificates of a message that are not among the objects, such as those of a timestamp. */
  #take(certificates: readonly Bytes[]): (Candidate | null)[] {
    return certificates.map((bytes) => {
      const known = this.#known.get(toHex(bytes));
      if (known) return known;
      try {
        const candidate = new Candidate(readCertificate(bytes, this.options.budget), "input", null);
        this.#add(candidate);
        return candidate;
      } catch (thrown) {
        if (!(thrown instanceof DerError)) throw thrown;
        return null;
      }
    });
  }

  /** The certificates that the identifier names exactly, the newest last. */
  #named(identifier: SignerIdentifier): Candidate[] {
    const { budget } = this.options;
    if ("keyIdentifier" in identifier) {
      return this.#byIdentifier.get(`key ${toHex(identifier.keyIdentifier)}`) ?? [];
    }
    const issuer = nameOf(identifier.issuer, budget);
    return issuer === null
      ? []
      : this.#byIdentifier.get(serialKey(nameKey(canonicalName(issuer)), identifier.serial)) ?? [];
  }

  #revocationOf = (candidate: Candidate): Revocation | undefined =>
    this.options.revocations.get(this.#ids.get(candidate) ?? -1);

  async file(object: MessageObject): Promise<JudgedFile | null> {
    const { budget } = this.options;
    try {
      if (object.kind === "jws") {
        const jws = readJws(new TextDecoder().decode(object.bytes));
        return jws && await this.#jws(jws, object);
      }
      const bytes = toDefinite(object.bytes, budget);
      if (object.kind === "time-stamp") {
        const { status, text, token } = readTimeStampResponse(bytes, budget);
        if (token === null) return judgedFile(refusedStamp(status, text), NO_STAMP);
        return await this.#cms(readSignedData(token, budget), object);
      }
      if (isEncryptedMessage(bytes, budget)) {
        return this.#encrypted(bytes);
      }
      const data = readSignedData(bytes, budget);
      // A bundle of certificates has no signer.
      if (data.signerCount === 0) return null;
      return await this.#cms(data, object, requestIn(bytes, budget) !== null);
    } catch (thrown) {
      // The object's own problem says why it cannot be read.
      if (!(thrown instanceof DerError)) throw thrown;
      return null;
    }
  }

  /** `isRequest`: whether its content is a CSR, which the certificate that is to be renewed signs. */
  async #cms(data: SignedData, object: MessageObject, isRequest = false): Promise<JudgedFile> {
    const { budget } = this.options;
    this.#take(data.certificates);
    const stamp = data.contentType === TIME_STAMP_CONTENT && data.content !== null
      ? attempt(() => readTimeStampInfo(data.content!, budget))
      : null;
    const found = await this.#contentOf(data, object, stamp);
    const content: Content = {
      ...found,
      ...object.mail?.isPart && { isPart: true },
      ...isRequest && { isRequest: true },
    };
    const signers: JudgedSigner[] = [];
    for (const signer of data.signers) {
      signers.push(
        signer instanceof DerError
          ? unreadableSigner(signer)
          : await this.#signer(signer, data, content, stamp, object.mail !== undefined),
      );
    }
    const notes: string[] = [];
    const findings: InspectedFinding[] = [];
    const report = (note: Extract<SignedReason, { code: "digest_weak" | "sender_not_named" }>) => {
      notes.push(signedText(note));
      findings.push(ruleFinding(note.code, signedText(note)));
    };
    for (const signer of data.signers) {
      if (signer instanceof DerError) continue;
      const weak = weakDigest(signer);
      if (weak !== null) report({ code: "digest_weak", digest: weak });
      else if (stamp !== null && isWeakDigest(stamp.imprint.algorithm)) {
        report({ code: "digest_weak", digest: stamp.imprint.algorithm });
      }
      const count = countersignaturesOf(signer);
      if (count > 0) notes.push(signedText({ code: "countersignatures", count }));
    }
    if (content.isPart) notes.push(signedText({ code: "part_of_mail" }));
    const { sender, doubt } = mailNotes(object, content, signers);
    if (doubt !== null) notes.push(signedText(doubt));
    if (sender !== null) report(sender);
    const isArchive = SIGNATURE_OF_ARCHIVE.test(object.places[0].file);
    const format = stamp !== null ? "RFC 3161" : object.mail ? "S/MIME" : "CMS";
    const judged = stamp !== null
      ? stampVerdict(stamp, signers[0], data.signerCount, content)
      : AUTHENTICODE.has(data.contentType)
      ? authenticodeVerdict(signers)
      : verdictOf(signers, data.signerCount, content);
    // RFC 8550, 3: without this, anyone with a certificate could write in the name of others.
    const open = doubt ?? sender;
    const verdict = isArchive && judged.outcome !== "fails"
      ? reasoned("unknown", { code: "jar_signature" }, ...judged.reasons)
      : open !== null && judged.outcome === "holds"
      ? reasoned("unknown", ...judged.reasons, open)
      : judged;
    return judgedFile(
      verdict,
      {
        format,
        content: {
          state: content.state,
          type: CONTENT_TYPES.get(data.contentType) ?? data.contentType,
          size: content.contents[0]?.length ?? null,
          file: content.file,
        },
        signers: signers.map(signedBy),
        signerCount: data.signerCount,
        time: stamp && {
          time: formatTime(stamp.time),
          policy: stamp.policy,
          serialNumber: stamp.serialNumber,
        },
        notes: [...new Set(notes)],
      },
      findings,
    );
  }

  /** The content that the signature covers. For a timestamp, the file whose digest is the imprint. */
  async #contentOf(
    { content, signers }: SignedData,
    object: MessageObject,
    stamp: TimeStampInfo | null,
  ): Promise<Content> {
    const own = object.places[0].file;
    if (stamp !== null) {
      const { algorithm, digest } = stamp.imprint;
      const found = await this.#contents.find(algorithm, digest, own);
      return found && hashOctets(algorithm) !== undefined
        ? { ...found, state: "detached" }
        : { state: "missing", contents: [], file: null, fits: false };
    }
    if (content !== null) return { state: "inside", contents: [content], file: null, fits: true };
    if (object.mail?.content) {
      return { state: "inside", contents: [object.mail.content], file: null, fits: true };
    }
    let likely: FoundContent | null = null;
    for (const signer of signers) {
      if (signer instanceof DerError) continue;
      if (signer.signedAttributes === null) {
        const guessed = await this.#guess(signer, own);
        if (guessed) return { ...guessed, state: "detached" };
        continue;
      }
      const digest = messageDigestOf(signer.signedAttributes);
      const found = digest && await this.#contents.find(signer.digest, digest, own);
      if (found?.fits) return { ...found, state: "detached" };
      likely ??= found;
    }
    return likely
      ? { ...likely, state: "detached" }
      : { state: "missing", contents: [], file: null, fits: false };
  }

  /** A signature without signed attributes does not contain the digest, so each file is tried. */
  async #guess(signer: Signer, own: string): Promise<FoundContent | null> {
    const certificates = this.#named(signer.identifier);
    const guesses = this.#contents.guesses(own);
    for (const guess of guesses) {
      const { valid } = await checkSigner(signer, {
        contentType: "1.2.840.113549.1.7.1",
        contents: guess.contents,
        certificates,
        digests: this.#digests,
        budget: this.options.budget,
      });
      if (valid) return { ...guess, fits: true };
    }
    return guesses.length === 1 ? guesses[0] : null;
  }

  async #signer(
    signer: Signer,
    data: SignedData,
    { contents, isRequest = false }: Content,
    ownStamp: TimeStampInfo | null,
    isMail: boolean,
  ): Promise<JudgedSigner> {
    const { budget, now } = this.options;
    const isStamp = ownStamp !== null;
    let verdict = await checkSigner(signer, {
      contentType: data.contentType,
      // The signature of a timestamp covers the time and a digest, which are inside.
      contents: isStamp ? [data.content!] : contents,
      certificates: this.#named(signer.identifier),
      digests: this.#digests,
      budget,
    });
    const { certificate } = verdict;
    const fault = isStamp && verdict.valid ? authorityFault(signer, certificate!, ownStamp) : null;
    if (fault !== null) {
      verdict = {
        ...verdict,
        valid: false,
        code: "attributes_invalid",
        message: signedText(fault),
      };
    }
    const stamps = isStamp ? [] : timeStampsOf(signer);
    // RFC 8550, 4.4.4: the certificate of a mail's signer must be for mail, if it names its purposes.
    const purpose = isStamp ? "timeStamping" : isMail ? "emailProtection" : null;
    const isOfFile = purpose === null && !isRequest;
    const chainNow = certificate &&
      await this.#chain(certificate, now, false, purpose, isOfFile);
    const stamp = await this.#bestStamp(stamps, signer.signature.bytes, chainNow);
    const isProven = stamp?.outcome === "holds";
    const at = isProven ? Date.parse(stamp.time) : now;
    const chain = isProven && certificate
      ? await this.#chain(certificate, at, true, purpose, isOfFile)
      : chainNow;
    const claimed = claimedTime(signer, budget);
    return {
      shown: {
        name: certificate && signerName(certificate),
        certificate: certificate && (this.#ids.get(certificate) ?? null),
        signature: { outcome: outcomeOf(verdict.valid), message: verdict.message },
        algorithm: signer.signature.scheme.name,
        digest: signer.digest,
        claimedAt: claimed === null ? null : formatTime(claimed),
        judgedAt: formatTime(at - at % 1000),
      },
      ...{ verdict, chain, stamp, fault },
      endedSince: isProven ? chainNow?.ended ?? null : null,
      weak: weakDigest(signer),
    };
  }

  #chain(
    candidate: Candidate,
    at: number,
    isProven: boolean,
    purpose: string | null,
    isOfFile = false,
  ): Promise<JudgedChain> {
    const { budget } = this.options;
    const revocationOf = this.#revocationOf;
    return judgeChain(candidate, {
      ...{ pool: this.#pool, at, isProven, purpose, isOfFile, revocationOf, budget },
    });
  }

  /** The first timestamp that holds, otherwise the first one; null without any. */
  async #bestStamp(
    tokens: readonly Bytes[],
    signature: Bytes,
    signerChain: JudgedChain | null,
  ): Promise<JudgedStamp | null> {
    let first: JudgedStamp | null = null;
    for (const token of tokens.slice(0, MAX_TIME_STAMPS)) {
      const stamp = await this.#timeStamp(token, signature, signerChain);
      if (stamp.outcome === "holds") return stamp;
      first ??= stamp;
    }
    return first;
  }

  /** Judges a timestamp over the signature value (RFC 3161, 2.3 and 2.4.2). */
  async #timeStamp(
    token: Bytes,
    signature: Bytes,
    signerChain: JudgedChain | null,
  ): Promise<JudgedStamp> {
    const { budget } = this.options;
    const read = attempt(() => {
      const data = readSignedData(token, budget);
      if (data.contentType !== TIME_STAMP_CONTENT || data.content === null) return null;
      return { data, stamp: readTimeStampInfo(data.content, budget) };
    });
    if (read === null) {
      return { ...reasoned("unknown", { code: "stamp_unreadable" }), time: "", authority: null };
    }
    const { data, stamp } = read;
    const time = formatTime(stamp.time);
    const { certificate, judged, ...covers } = await this.#token(data, stamp, signature);
    const authority = certificate && signerName(certificate);
    const found = (outcome: Reasoned["outcome"], ...reasons: readonly SignedReason[]) => (
      { outcome, reasons, time, authority }
    );
    if (covers.outcome !== "holds") return { ...covers, time, authority };
    const digest = weakOfStamp(data, stamp);
    if (digest !== null) return found("unknown", { code: "stamp_weak", time, digest });
    if (stamp.time > this.options.now + CLOCK_TOLERANCE) {
      return found("fails", { code: "stamp_in_future", time });
    }
    if (judged!.outcome === "fails") {
      return found("fails", { code: "stamp_proves_nothing", time }, ...judged!.reasons);
    }
    // A user who trusts the signer's private root also trusts the authority below it.
    const isSameRoot = judged!.outcome === "unknown" && judged!.root !== null &&
      signerChain?.root?.identity === judged!.root.identity &&
      judged!.root.isCa;
    return judged!.outcome === "holds" || isSameRoot
      ? found("holds", { code: "stamp_proves", time })
      : found("unknown", { code: "stamp_authority_untrusted", time }, ...judged!.reasons);
  }

  /** Checks a token over `data`: its imprint, its signature, and the authority's certificate. */
  async #token(
    data: SignedData,
    stamp: TimeStampInfo,
    covered: Bytes,
  ): Promise<Reasoned & { certificate: Candidate | null; judged: JudgedChain | null }> {
    const { budget, now } = this.options;
    this.#take(data.certificates);
    const no = (outcome: Reasoned["outcome"], ...reasons: readonly SignedReason[]) => (
      { outcome, reasons, certificate: null, judged: null }
    );
    const { imprint } = stamp;
    const digest = await this.#digests.of(imprint.algorithm, covered);
    if (digest === null) return no("unknown", { code: "stamp_digest_unverified" });
    if (!equalOctets(digest, imprint.digest)) return no("fails", { code: "stamp_of_other" });
    const [signer] = data.signers;
    if (data.signerCount !== 1 || signer instanceof DerError) {
      return no("fails", { code: "stamp_signers" });
    }
    const verdict = await checkSigner(signer, {
      contentType: data.contentType,
      contents: [data.content!],
      certificates: this.#named(signer.identifier),
      digests: this.#digests,
      budget,
    });
    const { certificate } = verdict;
    if (verdict.valid !== true) {
      const code = verdict.valid === null ? "stamp_signature_unverified" : "stamp_signature_wrong";
      const reason = { code: "signature_found", reason: verdict.message } as const;
      return { ...no(outcomeOf(verdict.valid), { code }, reason), certificate };
    }
    const fault = authorityFault(signer, certificate!, stamp);
    if (fault !== null) return { ...no("fails", fault), certificate };
    const judged = await this.#chain(certificate!, now, false, "timeStamping");
    return { ...reasoned("holds", { code: "stamp_fits" }), certificate, judged };
  }

  async #jws(jws: Jws, object: MessageObject): Promise<JudgedFile> {
    const { budget, now } = this.options;
    const own = object.places[0].file;
    const guesses = jws.payload === null ? this.#contents.guesses(own) : [];
    let content: Content = jws.payload === null
      ? { state: "missing", contents: [], file: null, fits: false }
      : { state: "inside", contents: [], file: null, fits: true };
    const signers: JudgedSigner[] = [];
    for (const signature of jws.signatures) {
      const certificate = this.#take(signature.certificates)[0] ?? null;
      const check = (payload: string | Bytes | null) =>
        checkJws(signature, payload, certificate, budget);
      let verdict = await check(jws.payload);
      if (verdict.code === "content_missing") {
        for (const guess of guesses) {
          const tried = await check(guess.contents[0]);
          if (tried.valid || guesses.length === 1) {
            verdict = tried;
            content = { ...guess, state: "detached", fits: tried.valid === true };
          }
          if (tried.valid) break;
        }
      }
      const chain = certificate && await this.#chain(certificate, now, false, null);
      signers.push({
        shown: {
          name: certificate && signerName(certificate),
          certificate: certificate && (this.#ids.get(certificate) ?? null),
          signature: { outcome: outcomeOf(verdict.valid), message: verdict.message },
          algorithm: signature.algorithm,
          digest: "",
          claimedAt: null,
          judgedAt: formatTime(wholeSecond(now)),
        },
        ...{ verdict, chain, stamp: null, endedSince: null, weak: null },
      });
    }
    return judgedFile(verdictOf(signers, jws.count, content), {
      format: "JWS",
      content: {
        state: content.state,
        type: jws.type ?? "payload",
        size: jws.payload === null
          ? content.contents[0]?.length ?? null
          : Math.floor(jws.payload.length * 3 / 4),
        file: content.file,
      },
      signers: signers.map(signedBy),
      signerCount: jws.count,
      time: null,
      notes: [],
    });
  }

  #encrypted(bytes: Bytes): JudgedFile {
    const { budget } = this.options;
    const { recipients, count, cipher } = readEnvelopedData(bytes, budget);
    const keys = this.#privateKeys();
    const listed = recipients.map((recipient): EncryptedFile["recipients"][number] => {
      const nothing = {
        by: recipient.by,
        ...{ issuer: null, serialNumber: null, keyIdentifier: null },
        ...{ certificate: null, privateKey: null },
      };
      if (recipient.by !== "certificate") return nothing;
      const { identifier } = recipient;
      const [candidate] = this.#named(identifier);
      const certificate = candidate ? this.#ids.get(candidate) ?? null : null;
      const object = certificate === null ? undefined : this.collection.get(certificate);
      const bucket = object?.kind === "certificate" && object.key ? keyBucket(object.key) : null;
      return {
        ...nothing,
        ...("keyIdentifier" in identifier ? { keyIdentifier: toHex(identifier.keyIdentifier) } : {
          issuer: nameOf(identifier.issuer, budget)?.raw ?? null,
          serialNumber: formatSerialNumber(identifier.serial, 0, identifier.serial.length),
        }),
        certificate,
        privateKey: bucket === null ? null : keys.get(bucket) ?? null,
      };
    });
    const because = encryptedReasons(listed, count, (id) => {
      const object = this.collection.get(id);
      return object?.kind === "certificate" && object.candidate ? signerName(object.candidate) : "";
    });
    const message = signedSentences(because);
    return {
      encrypted: { message, cipher, recipients: listed, recipientCount: count },
      because,
      findings: [],
    };
  }

  #privateKeys(): Map<string, number> {
    const keys = new Map<string, number>();
    for (const object of this.collection.objects) {
      if (object.kind !== "private-key" || object.key === null) continue;
      const bucket = keyBucket(object.key);
      if (bucket !== null) keys.set(bucket, object.id);
    }
    return keys;
  }
}

/** `more` are findings in addition to the one on its outcome. */
function judgedFile(
  verdict: Reasoned,
  rest: Omit<SignedFile, "outcome" | "message">,
  more: readonly InspectedFinding[] = [],
): JudgedFile {
  const signed = { ...said(verdict), ...rest };
  return { signed, because: verdict.reasons, findings: [...signedFindings(signed), ...more] };
}

/** A response without a timestamp. */
const NO_STAMP: Omit<SignedFile, "outcome" | "message"> = {
  format: "RFC 3161",
  content: { state: "missing", type: "timestamp", size: null, file: null },
  signers: [],
  signerCount: 0,
  time: null,
  notes: [],
};

const serialKey = (issuerKey: string, serial: Uint8Array): string =>
  `serial ${toHex(significant(serial))} ${issuerKey}`;

function nameOf(bytes: Bytes, budget: Budget) {
  return attempt(() => {
    const der = new Der(bytes, budget);
    der.next(0, bytes.length);
    return readName(der);
  });
}

/** The weak digest of a timestamp's imprint or signature; null if there is none. */
function weakOfStamp({ signers }: SignedData, { imprint }: TimeStampInfo): string | null {
  if (isWeakDigest(imprint.algorithm)) return imprint.algorithm;
  const [signer] = signers;
  return signer instanceof DerError ? null : weakDigest(signer);
}

/** The common name, otherwise an e-mail address, otherwise the subject. */
function signerName({ certificate }: Candidate): string {
  const { subject } = certificate;
  if (subject.commonName) return subject.commonName;
  return emailsOf(certificate)[0] ?? (subject.organizationName || subject.raw);
}

function emailsOf(certificate: Candidate["certificate"]): string[] {
  const names = certificate.extension(EXTENSION.subjectAltName)?.value ?? [];
  const emails = names.flatMap(({ type, value }) => type === "email" ? [value] : []);
  const { emailAddress } = certificate.subject;
  return emailAddress ? [...emails, emailAddress] : emails;
}

/**
 * Why a mail does not prove who wrote it; null if it does. `sender`: an author whom no signer's certificate names (RFC
 * 8550, 3). `doubt`: mail programs read the mail in different ways, so they may show another author or text.
 */
function mailNotes(
  { mail }: MessageObject,
  { contents }: Content,
  signers: readonly JudgedSigner[],
): {
  sender: Extract<SignedReason, { code: "sender_not_named" }> | null;
  doubt: SignedReason | null;
} {
  const certificates = signers.flatMap(({ verdict }) => verdict.certificate ?? []);
  if (mail === undefined || certificates.length === 0) return { sender: null, doubt: null };
  const inside: string[] = [];
  const authors = [
    ...mail.authors,
    ...contents.slice(0, 1).flatMap((content) => protectedAuthors(content, inside)),
  ];
  const emails = new Set(
    certificates.flatMap(({ certificate }) => emailsOf(certificate).map(lowerAscii)),
  );
  const other = authors.find((author) => !emails.has(author));
  const doubt = mail.doubt ?? inside[0];
  return {
    sender: other === undefined ? null : { code: "sender_not_named", sender: other },
    doubt: doubt === undefined ? null : { code: "mail_doubtful", reason: doubt },
  };
}

/** Content types whose signature covers only a digest of a program or catalog. */
const AUTHENTICODE: ReadonlySet<string> = new Set([
  "1.3.6.1.4.1.311.2.1.4",
  "1.3.6.1.4.1.311.10.1",
]);

/** The signature in a JAR, an APK or an XPI (JAR File Specification, "Signature Related Files"). */
const SIGNATURE_OF_ARCHIVE = /(?:^|[\\/])META-INF[\\/][^\\/]+\.(?:RSA|DSA|EC)$/i;

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.1.7.1", "data"],
  ["1.2.840.113549.1.7.2", "signed data"],
  ["1.2.840.113549.1.7.3", "encrypted data"],
  [TIME_STAMP_CONTENT, "timestamp"],
  ["1.2.840.113549.1.9.16.1.23", "encrypted data"],
  ["1.2.840.113549.1.9.16.1.24", "route origin authorization"],
  ["1.2.840.113549.1.9.16.1.26", "RPKI manifest"],
  ["1.3.6.1.4.1.311.2.1.4", "Authenticode digest"],
  ["1.3.6.1.4.1.311.10.1", "certificate trust list"],
]);

/**
 * Why the signer of a token may not stamp this time; null if it may. Its certificate must be for timestamps, be named
 * in the token (RFC 3161, 2.3 and 2.4.1), and be valid at that time (ETSI EN 319 102-1, 5.4).
 */
function authorityFault(
  signer: Signer,
  { certificate }: Candidate,
  { time }: TimeStampInfo,
): SignedReason | null {
  const { notBefore, notAfter } = certificate;
  if (time < notBefore || time - time % 1000 > notAfter) {
    const isEarly = time < notBefore;
    return {
      code: "stamp_outside_validity",
      time: formatTime(time),
      begins: isEarly ? formatTime(notBefore) : null,
      ended: isEarly ? null : formatTime(notAfter),
    };
  }
  if (!mayStampTime(certificate.extension(EXTENSION.extendedKeyUsage))) {
    return { code: "stamp_authority_unfit" };
  }
  return namesCertificate(signer) ? null : { code: "stamp_authority_not_named" };
}
