/** Input and output of the converter of private keys. */
import * as v from "valibot";
import { choice, fields, optionalText, requiredText, withRule } from "../kernel/fields.ts";
import { ENCODINGS } from "../x509/pem/written-file.ts";
import { publicKey, writtenFile } from "../x509/shapes.ts";
import { KEY_FORMS } from "../x509/keys/containers/der-keys.ts";
import * as TEXT from "../texts.ts";
import { KEY_FORMATS } from "./options.ts";

const text = v.string();

export const keyConvert = {
  input: withRule(
    fields({
      privateKey: requiredText("PRIVATE KEY", TEXT.keyRequired),
      passphrase: optionalText("PASSPHRASE"),
      format: choice("FORMAT", KEY_FORMATS, "pkcs8"),
      encoding: choice("ENCODING", ENCODINGS, "pem"),
      /** Of "pkcs8-encrypted". */
      newPassphrase: optionalText("NEW PASSPHRASE"),
      /** Whose key it is: for the file's name, and the comment of a line for OpenSSH. */
      name: optionalText("NAME"),
    }),
    ["format", "newPassphrase"],
    "newPassphrase",
    ({ format, newPassphrase }) =>
      format === "pkcs8-encrypted" && newPassphrase === "" ? TEXT.newPassphraseRequired : null,
  ),
  output: v.object({
    ...writtenFile.entries,
    /** What the key is, without anything of its secret part. */
    publicKey,
    /** How it was given. */
    form: v.picklist(KEY_FORMS),
    encrypted: v.boolean(),
    /** What else the text holds, and what could not be verified, in words. */
    notes: v.array(text),
  }),
};
