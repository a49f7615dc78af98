/** Inputs and outputs of what is done with certificates by themselves. */
import * as v from "valibot";
import { at, choice, fields, optionalText, requiredText } from "../kernel/fields.ts";
import { PROFILES } from "../x509/rules/rule.ts";
import { ENCODINGS } from "../x509/pem/encodings.ts";
import { skippedObject, writtenFile } from "../x509/shapes.ts";
import { JUDGE_AS } from "../judge-as.ts";
import * as TEXT from "../texts.ts";
import { CERTIFICATE_FORMATS } from "./options.ts";

const text = v.string();

export const certificateConvert = {
  input: fields({
    certificate: requiredText("CERTIFICATE", TEXT.certificateToWrite),
    format: choice("FORMAT", CERTIFICATE_FORMATS, "certificate"),
    encoding: choice("ENCODING", ENCODINGS, "pem"),
    /** For the file's name and the comment for OpenSSH: the certificate's own where it is blank. */
    name: optionalText("NAME"),
  }),
  output: v.object({
    ...writtenFile.entries,
    /** How many certificates the file holds. */
    certificates: v.number(),
    setAside: v.array(skippedObject),
  }),
};

const lintFinding = v.object({
  code: text,
  severity: v.picklist(["error", "warning", "info"]),
  /** The document that the rule comes from. */
  source: text,
  /** The document with the clause. */
  clause: text,
  /** The fault in a few words. */
  title: text,
  /** What was found in this certificate. */
  message: text,
  /** Why it matters, in one sentence. */
  why: text,
  /** What to do about it. */
  advice: text,
  /** Where the rule looked: a field or an extension, and its byte in the DER where it is there. */
  where: v.object({ field: text, offset: v.nullable(v.number()) }),
});

const lintedCertificate = v.object({
  /** Place among the objects of the text, counted from 0. */
  position: v.number(),
  /** The subject as RFC 4514 text. */
  subject: text,
  serialNumber: text,
  /** What it was judged as; of "auto", what was chosen. */
  judgedAs: v.picklist(PROFILES),
  role: v.picklist(["root", "intermediate", "leaf"]),
  /** Whether a path to a root of the dated Mozilla list was proven with what was given. */
  trusted: v.boolean(),
  findings: v.array(lintFinding),
  /** How many of the rules that were checked it keeps. */
  passed: v.number(),
});

export const certificateLint = {
  input: fields({
    certificate: requiredText("CERTIFICATE", TEXT.certificateRequired),
    judgeAs: choice("JUDGE AS", JUDGE_AS, "auto"),
    at,
  }),
  output: v.object({
    certificates: v.array(lintedCertificate),
    setAside: v.array(skippedObject),
    /** The moment for which paths were judged. */
    evaluatedAt: text,
  }),
};

const comparedField = v.object({
  /** "extensions" are their types in order, "extension" one of them. */
  field: v.picklist([
    "subject",
    "issuer",
    "serialNumber",
    "notBefore",
    "notAfter",
    "publicKey",
    "signatureAlgorithm",
    "subjectAltName",
    "extensions",
    "extension",
  ]),
  /** Of an extension, else null. */
  oid: v.nullable(text),
  /** Our reading. A long one is cut to the part where the two differ. */
  ours: v.nullable(text),
  /** The library's reading; null where it has none. */
  theirs: v.nullable(text),
  /** null: the library does not read it, or reads a part of it. */
  agrees: v.nullable(v.boolean()),
  /** Who is right, and why, if the reason of the difference is known. */
  note: v.nullable(text),
});

export type ComparedField = v.InferOutput<typeof comparedField>;

export const certificateReadAgain = {
  input: fields({ text: requiredText("TEXT", TEXT.prefillRequired) }),
  output: v.object({
    kind: v.picklist(["certificate", "request"]),
    library: v.object({ name: text, version: text }),
    /** Whether no field differs; null where the library reads nothing. */
    agrees: v.nullable(v.boolean()),
    /** Why the library reads nothing, else null. */
    problem: v.nullable(text),
    fields: v.array(comparedField),
  }),
};
