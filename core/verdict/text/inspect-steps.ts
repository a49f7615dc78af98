/** The next steps with files. */
import { named } from "../../kernel/formatting.ts";
import type { InspectStep } from "../codes.ts";
import type { StepsOf } from "./language.ts";

export const inspectSteps: StepsOf<InspectStep> = {
  add_objects: () => "Add certificates, keys or CSRs. Their file names don't matter.",
  enter_password: () => "Enter its password.",
  unlock_locked: () => "Enter the password of the locked files.",
  copy_file_again: () => "Download or copy the file again.",
  add_right_key: () =>
    "Add the private key of this certificate, or have it issued again for a key that you have.",
  use_newer_certificate: () =>
    "Use the newer certificate for these names, which is in these files too.",
  add_issuer_file: ({ issuer }) =>
    issuer === null
      ? "Add the certificate of its issuer to these files."
      : `Add the certificate of ${named(issuer)} to these files.`,
  add_matching_issuer: ({ issuer }) =>
    `Add the ${named(issuer)} that issued it to these files. Your CA has it.`,
  install_or_add_root: ({ issuer }) =>
    issuer === null
      ? "Install its root on the clients, or add it to these files."
      : `Install ${named(issuer)} on the clients, or add it to these files.`,
  add_key_to_install: () => "Add its private key to these files to install it.",
  install_set: () => "Install it, as a PFX or as the full chain and the key.",
  add_holder_of_key: () => "Add its certificate or CSR to see whether they match.",
  add_pair_of_public_key: () => "Add a certificate or key to see whether they match.",
  open_with_gnupg: () => "Open it with GnuPG (gpg): this tool does not read OpenPGP.",
  renew_the_certificate: () => "Renew the certificate.",
  send_request: () => "Send it to your certificate provider.",
};
