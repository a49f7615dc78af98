/** Input and output of the converter of private keys. */
import * as v from "valibot";
import {
  choice,
  fields,
  optionalPassword,
  optionalText,
  requiredText,
  withRules,
} from "../kernel/fields.ts";
import { ENCODINGS } from "../x509/pem/written-file.ts";
import { publicKey, writtenFile } from "../x509/shapes.ts";
import { KEY_FORMS } from "../x509/keys/containers/der-keys.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import * as TEXT from "../texts.ts";
import { KEY_FORMATS } from "./options.ts";

const text = v.string();

export const keyConvert = {
  input: withRules(
    fields({
      privateKey: requiredText("Private key", TEXT.keyRequired),
      passphrase: optionalPassword("Passphrase"),
      format: choice("Format", KEY_FORMATS, "pkcs8"),
      encoding: choice("Encoding", ENCODINGS, "pem"),
      /** The passphrase of "pkcs8-encrypted". */
      newPassphrase: optionalPassword("New passphrase"),
      /** The owner of the key, for the name of the file and the comment of a line for OpenSSH. */
      name: optionalText("Name"),
    }),
    [{
      reads: ["format", "newPassphrase"],
      path: "newPassphrase",
      rule: ({ format, newPassphrase }) =>
        format === "pkcs8-encrypted" && newPassphrase === "" ? TEXT.newPassphraseRequired : null,
    }],
  ),
  output: v.object({
    ...writtenFile.entries,
    /** The public part of the key. */
    publicKey,
    /** The form of the input. */
    form: v.picklist(KEY_FORMS),
    encrypted: v.boolean(),
    /** Remarks on other content of the text and on checks that could not be made. */
    notes: v.array(text),
    verdict: renderedVerdict,
  }),
};
