/** The next steps with a chain or a live host. */
import { named } from "../../kernel/formatting.ts";
import type { ChainStep } from "../codes.ts";
import type { StepsOf } from "./language.ts";

const issuerOf = (issuer: string | null): string => issuer === null ? "its issuer" : named(issuer);

export const chainSteps: StepsOf<ChainStep> = {
  follow_advice: ({ advice }) => advice,
  renew_and_install: () => "Renew it, and install the new one.",
  renew_now: () => "Renew it now, and automate the renewal.",
  replace_issuer: ({ issuer }) =>
    `Replace ${named(issuer)} with its successor, which your CA offers.`,
  wait_or_set_clock: () =>
    "Use the previous certificate until then, or correct the clock if it is wrong.",
  replace_with_new_key: ({ host }) =>
    host === null
      ? "Replace it with a new certificate that has a new key."
      : `Install a new certificate with a new key on ${named(host)}.`,
  get_from_ca_or_install: () =>
    "Get a certificate from a CA, or install this one where it should be trusted.",
  check_with_openssl: () => "Check it with OpenSSL (openssl verify).",
  install_full_chain: () => "Install the full chain on the server.",
  add_issuer_to_server: ({ issuer }) =>
    `Get the certificate of ${
      issuerOf(issuer)
    } from your CA, and install the full chain on the server.`,
  install_private_root: ({ issuer }) =>
    `Install ${issuerOf(issuer)} on your clients if it is a private root.`,
  complete_or_add: ({ issuer }) => `Complete the chain online, or add ${issuerOf(issuer)} too.`,
  add_issuer: ({ issuer }) => `Add ${issuerOf(issuer)} too.`,
  install_or_enter_root: ({ issuer, isRoot }) =>
    isRoot
      ? `Install ${issuerOf(issuer)} on the clients, or name it as a root that you trust.`
      : `Find out which it is. Install a root on the clients, or name it as a root that you trust.`,
  install_matching_issuer: ({ issuer }) =>
    `Get the ${named(issuer)} from your CA that issued this certificate, and install that one.`,
  get_copy_again: () => "Get an undamaged copy of it, or the certificate that issued it.",
  put_certificate_first: ({ number }) =>
    `Put No. ${number} first, or delete the certificates before it.`,
  set_up_certificate: ({ product, asked }) =>
    asked === null
      ? `Set up a certificate for your host name in ${product}.`
      : `Set up a certificate for ${
        named(asked)
      } in ${product}, and check that host name and secret are right.`,
  use_public_certificate: () => "Get a certificate from a public CA for everyone else.",
  get_certificate_for_name: ({ asked }) => {
    const name = asked === null ? "that host name" : named(asked);
    return `Get a certificate that includes ${name}, or use a name that this one has.`;
  },
  install_root: ({ root }) => `Install ${named(root)} on the devices that should trust it.`,
  get_public_certificate: () => "Get a certificate whose root all browsers trust.",
  same_certificate_everywhere: () => "Install the right certificate at every address.",
  replace_kind: ({ kind }) => `Replace the ${kind} certificate too.`,
  install_with_key: () => "Install the certificate together with its own private key.",
  renew_staple: () => "Let the server get a new response.",
  renew_crl: () => "Publish a new CRL. Renew it by a schedule before its next update.",
  turn_on_stapling: () => "Turn on OCSP stapling in the server.",
  check_silent_addresses: () => "Check the server at the addresses that could not be read.",
  compare_addresses: () =>
    "Compare the chains of these addresses, and install the same one everywhere.",
  allow_authority: () => "Allow this authority in your CAA records before you renew.",
};
