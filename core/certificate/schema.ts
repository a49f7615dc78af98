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
