/** Finds the contents of detached signatures among the files, by their digests. */
import { toHex } from "../../x509/asn1/hex.ts";
import type { ContentDigests } from "../../x509/signed/content-digests.ts";
import type { ContentFile } from "../collection.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface FoundContent {
  readonly file: string;
  /** The content as it is, and with CRLF at its line ends if it is text with others. */
  readonly contents: readonly Bytes[];
  /** Whether its digest is the one that was signed. */
  readonly fits: boolean;
}

/** Files that are tried for a signature without signed attributes, whose digest is unknown. */
const MAX_GUESSED = 8;

export class Contents {
  readonly #byDigest = new Map<string, Promise<ReadonlyMap<string, ContentFile>>>();
  readonly #forms = new Map<ContentFile, readonly Bytes[]>();

  constructor(
    private readonly files: readonly ContentFile[],
    private readonly digests: ContentDigests,
  ) {}

  /**
   * The file with this digest. Otherwise the file that the signature's own file names ("a.pdf.p7s"), or the
   * only file that is nothing else. Null if there is no such file.
   */
  async find(algorithm: string, digest: Uint8Array, own: string): Promise<FoundContent | null> {
    const fitting = (await this.#index(algorithm)).get(toHex(digest));
    if (fitting) return { file: fitting.name, contents: this.#formsOf(fitting), fits: true };
    const likely = this.#likely(own);
    return likely ? { file: likely.name, contents: this.#formsOf(likely), fits: false } : null;
  }

  /** Files to try for a signature in the file `own` that does not say the digest, the likeliest first. */
  guesses(own: string): FoundContent[] {
    const likely = this.#likely(own);
    const others = this.files.filter((file) => !file.hasObjects && file !== likely);
    return [...likely ? [likely] : [], ...others].slice(0, MAX_GUESSED)
      .map((file) => ({ file: file.name, contents: this.#formsOf(file), fits: false }));
  }

  #likely(own: string): ContentFile | undefined {
    const stem = own.replace(/\.[^./\\]{1,8}$/, "");
    const named = this.files.find(({ name }) => name === stem && name !== own);
    if (named) return named;
    const plain = this.files.filter(({ hasObjects }) => !hasObjects);
    return plain.length === 1 ? plain[0] : undefined;
  }

  /** The files by their digests. Each file is digested once for each algorithm. */
  #index(algorithm: string): Promise<ReadonlyMap<string, ContentFile>> {
    let index = this.#byDigest.get(algorithm);
    if (!index) this.#byDigest.set(algorithm, index = this.#digestAll(algorithm));
    return index;
  }

  async #digestAll(algorithm: string): Promise<ReadonlyMap<string, ContentFile>> {
    const byDigest = new Map<string, ContentFile>();
    for (const file of this.files) {
      for (const form of this.#formsOf(file)) {
        const digest = await this.digests.of(algorithm, form);
        if (digest === null) return byDigest;
        const key = toHex(digest);
        if (!byDigest.has(key)) byDigest.set(key, file);
      }
    }
    return byDigest;
  }

  #formsOf(file: ContentFile): readonly Bytes[] {
    let forms = this.#forms.get(file);
    if (!forms) {
      const canonical = withLineEnds(file.bytes);
      this.#forms.set(file, forms = canonical ? [file.bytes, canonical] : [file.bytes]);
    }
    return forms;
  }
}

const LF = 0x0a;
const CR = 0x0d;
/** A longer file is hardly a text that a mail program would have changed. */
const MAX_TEXT = 8 * 1024 * 1024;

/** A text with CRLF for each LF, as mail has (RFC 8551, 3.1.1); null if nothing changes. */
function withLineEnds(bytes: Bytes): Bytes | null {
  if (bytes.length > MAX_TEXT) return null;
  let bare = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0) return null;
    if (bytes[at] === LF && bytes[at - 1] !== CR) bare++;
  }
  if (bare === 0) return null;
  const out = new Uint8Array(bytes.length + bare);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF && bytes[at - 1] !== CR) out[to++] = CR;
    out[to++] = bytes[at];
  }
  return out;
}
