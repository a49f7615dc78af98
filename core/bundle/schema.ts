/** Input and output of `bundle/make`: any files, and a target for which they become a folder. */
import * as v from "valibot";
import { fileName, fileText, namedTexts } from "../inspect/schema.ts";
import { OBJECT_KINDS } from "../inspect/options.ts";
import { at, fields, list, optionalPassword, optionalText } from "../kernel/fields.ts";
import { readReferenceName } from "../names/service-identity.ts";
import { password } from "../pfx/schema.ts";
import { certificateInfo } from "../x509/shapes.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import { TARGETS } from "../targets.ts";
import * as TEXT from "../texts.ts";
import { LEFT_OUT, MAX_PASSPHRASES, TARGET_REQUIRED } from "./options.ts";

const text = v.string();
const maybeText = v.nullable(text);

/** A file of the folder. */
export const bundleFile = v.object({
  path: text,
  content: text,
  /** How `content` stands for the bytes of the file. */
  encoding: v.picklist(["utf-8", "base64"]),
  /** Whether it holds a private key, so only the server may read it. */
  secret: v.boolean(),
  /** The content and use of the file, in a sentence. */
  what: text,
});

/** A step, with its lines or commands; null for one without. */
export const bundleStep = v.object({ text, code: maybeText });

export const bundleResponse = v.object({
  /** Whether there is a folder. `verdict` has the reasons if not. */
  ready: v.boolean(),
  target: v.picklist(TARGETS),
  /** The document that states the form for this target. */
  documentation: text,
  /** Empty unless it is ready. The last one is a README, which has no secret. */
  files: v.array(bundleFile),
  /** The password of the PFX file that was made here, which is nowhere else; null if none was made. */
  password: maybeText,
  steps: v.array(bundleStep),
  /** The command that shows whether clients accept it; null unless it is ready. */
  test: v.nullable(bundleStep),
  /** The command that brings the state before back; null unless it is ready. */
  undo: v.nullable(bundleStep),
  /** A mail that asks the CA for the missing part, or the text of an answer by mail; null without one. */
  mail: v.nullable(v.object({ subject: text, text })),
  /** The certificate that was taken, also if it is refused; null without one. */
  certificate: v.nullable(certificateInfo),
  /** The certificate and those above it, PEM, with the root only if it is not public; null unless it is ready. */
  chain: maybeText,
  /** The name of the server in the lines; null without a certificate for one. */
  host: maybeText,
  /** Every object that is not in the folder, and why. */
  leftOut: v.array(
    v.object({ file: text, kind: v.picklist(OBJECT_KINDS), why: v.picklist(LEFT_OUT) }),
  ),
  /** Files, or parts of them, that could not be read. */
  unread: v.array(v.object({ file: text, message: text })),
  /** The time at which dates were checked. */
  evaluatedAt: text,
  verdict: renderedVerdict,
});
export type BundleResponse = v.InferOutput<typeof bundleResponse>;

export const bundleMake = {
  input: fields({
    texts: namedTexts(v.object({ name: fileName, text: fileText }, TEXT.inspectTexts)),
    target: v.picklist(TARGETS, TARGET_REQUIRED),
    host: v.pipe(
      optionalText("Host"),
      v.check(
        (host) => host.trim() === "" || readReferenceName(host) !== null,
        TEXT.bundleHostInvalid,
      ),
    ),
    certificate: optionalText("Certificate"),
    passphrases: v.optional(
      v.nullable(
        list(
          v.pipe(
            v.array(optionalPassword("Passphrase"), TEXT.bundlePassphrases),
            v.maxLength(MAX_PASSPHRASES, TEXT.bundleTooManyPassphrases(MAX_PASSPHRASES)),
          ),
          MAX_PASSPHRASES,
          () => TEXT.bundleTooManyPassphrases(MAX_PASSPHRASES),
        ),
        [],
      ),
      [],
    ),
    password,
    at,
  }),
  output: bundleResponse,
};
