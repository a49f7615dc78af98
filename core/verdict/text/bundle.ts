/** The sentences about the folders that are made for servers, services and devices. */
import { day } from "../../kernel/dates.ts";
import { abridged, counted, listed, named, namedFile } from "../../kernel/formatting.ts";
import { describeKey } from "../../x509/keys/key-comparison.ts";
import { TARGET_NAMES } from "../../targets.ts";
import type { BundleCode, BundleStep, FactsOf } from "../codes.ts";
import type { Language, StepsOf, TextsOf } from "./language.ts";
import { sentence } from "./sentence.ts";

/** At most five names, and the number of the others. */
const some = (names: readonly string[]): string => abridged(names, 5, named);
const someFiles = (files: readonly string[]): string => abridged(files, 5, namedFile);

const refusal = ({ clients, title, message }: FactsOf<"bundle_clients_refuse">) => ({
  title: `${listed(clients)} ${clients.length === 1 ? "refuses" : "refuse"} it: ${title}`,
  text: sentence(message),
});

const bundleTexts: TextsOf<BundleCode> = {
  bundle_ready: ({ target, name, until, files, hasKey }) => ({
    title: `The folder of ${named(name)} for ${TARGET_NAMES[target]} is ready`,
    text: `It has ${counted(files, "file", "files")} and works until ${day(until)}. ${
      hasKey ? "Key, certificate and chain match." : "It has no private key."
    }`,
  }),
  bundle_nothing: ({ texts }) => ({
    title: "These files contain no certificate and no key",
    text: `We read ${counted(texts, "file", "files")}.`,
  }),
  bundle_locked: ({ files, name }) => ({
    title: name === null
      ? "The files are locked with a password"
      : `The key of ${named(name)} may be in a locked file`,
    text: `We could not open ${someFiles(files)}.`,
  }),
  bundle_certificate_missing: ({ name, hasRequest, hasKey }) => ({
    title: name !== null
      ? `The certificate for ${named(name)} is missing`
      : hasRequest
      ? "The certificate of the CSR is missing"
      : "These files have a key, and its certificate is missing",
    text: !hasRequest
      ? "A server needs the certificate that the CA made for this key."
      : hasKey
      ? "The files have its key and the CSR. The CA makes the certificate of the CSR."
      : "The files have the CSR. The CA makes the certificate of it, and a server needs its private key too.",
  }),
  bundle_only_authorities: ({ count }) => ({
    title: count === 1
      ? "The only certificate belongs to a CA"
      : `All ${count} certificates belong to CAs`,
    text: "A server needs a certificate of its own, which one of these CAs has signed.",
  }),
  bundle_several_names: ({ names }) => ({
    title: `The files have certificates for ${counted(names.length, "name", "names")}`,
    text: `We cannot tell which one you mean: ${some(names)}.`,
  }),
  bundle_key_missing: ({ name }) => ({
    title: `The private key of ${named(name)} is missing`,
    text: "None of the files has it, and it cannot be made from the certificate.",
  }),
  bundle_key_other: ({ name, files }) => ({
    title: `No key here fits the certificate of ${named(name)}`,
    text: files.length === 1
      ? `The key in ${someFiles(files)} has another public key.`
      : `The keys in ${someFiles(files)} have other public keys.`,
  }),
  bundle_key_unsuited: ({ target, key }) => ({
    title: `${TARGET_NAMES[target]} does not take this kind of key: ${describeKey(key)}`,
    text: "",
  }),
  bundle_host_uncovered: ({ host, names }) => ({
    title: `No certificate here is valid for ${named(host)}`,
    text: names.length === 0
      ? "The certificates have no names of hosts."
      : `The certificates are valid for ${some(names)}.`,
  }),
  bundle_without_host: ({ name }) => ({
    title: `The certificate of ${named(name)} has no name of a host`,
    text: "Clients compare the host with the alternative names (SAN), and this one has none.",
  }),
  bundle_expired: ({ name, notAfter }) => ({
    title: `The certificate of ${named(name)} expired on ${day(notAfter)}`,
    text: "Clients refuse it.",
  }),
  bundle_not_yet_valid: ({ name, notBefore }) => ({
    title: `The certificate of ${named(name)} is not valid before ${day(notBefore)}`,
    text: "Clients refuse it until then.",
  }),
  bundle_revoked: ({ name }) => ({
    title: `The certificate of ${named(name)} was revoked`,
    text: "A CRL or an OCSP response among the files says so.",
  }),
  bundle_not_for_servers: ({ name, purposes }) => ({
    title: `The certificate of ${named(name)} is not for servers`,
    text: `Its extended key usage allows ${listed(purposes.map((purpose) => named(purpose)))}.`,
  }),
  bundle_not_for_clients: ({ name, purposes }) => ({
    title: `The certificate of ${named(name)} is not for clients`,
    text: `Its extended key usage allows ${listed(purposes.map((purpose) => named(purpose)))}.`,
  }),
  bundle_issuer_missing: ({ name, issuer }) => ({
    title: `The chain of ${named(name)} has a gap`,
    text: `The certificate of ${named(issuer)} is missing.`,
  }),
  bundle_chain_invalid: ({ message }) => ({
    title: "Clients refuse this chain",
    text: sentence(message),
  }),
  bundle_clients_refuse: refusal,
  bundle_older_left: ({ until, left, leftUntil, count }) => ({
    title: `We took the certificate that is valid to ${day(until)}`,
    text: count === 1
      ? `The older one in ${namedFile(left)} is valid to ${day(leftUntil)}, and we left it out.`
      : `We left out ${counted(count, "older one", "older ones")}; ${
        namedFile(left)
      } has the newest of them, to ${day(leftUntil)}.`,
  }),
  bundle_newer_unusable: ({ file, notAfter }) => ({
    title: `${namedFile(file)} has a newer certificate, valid to ${day(notAfter)}`,
    text: "Its private key is not among the files, so we took the older one.",
  }),
  bundle_some_clients_refuse: refusal,
  bundle_expires_soon: ({ days }) => ({
    title: `It expires in ${counted(days, "day", "days")}`,
    text: "",
  }),
  bundle_key_unverified: ({ reason }) => ({
    title: "We could not check whether the key fits",
    text: sentence(reason),
  }),
  bundle_root_missing: ({ issuer }) => ({
    title: `The root ${named(issuer)} is not in the files`,
    text: "A server does not send it. Its clients must have it.",
  }),
  bundle_root_private: ({ root }) => ({
    title: `It works where ${named(root)} is installed`,
    text: "This root is not public.",
  }),
  bundle_key_open: () => ({
    title: "The private key in the folder is not encrypted",
    text: "The server reads it without a password when it starts.",
  }),
  bundle_locked_left: ({ files }) => ({
    title: `${counted(files.length, "file stayed", "files stayed")} locked`,
    text: `We could not open ${someFiles(files)}.`,
  }),
};

const bundleSteps: StepsOf<BundleStep> = {
  follow_bundle_steps: ({ target }) => `Follow the steps for ${TARGET_NAMES[target]}.`,
  drop_certificates: () => "Add the certificate, its private key and the chain.",
  give_passphrase: () => "Enter the password of the locked file.",
  ask_for_certificate: () => "Ask the CA for the certificate, or add its file.",
  name_the_host: () => "Enter the name of your server.",
  find_the_key: ({ name }) =>
    `Find the key on the computer that made the CSR of ${
      named(name)
    }. If it is lost, make a new key and ask for the certificate again.`,
  make_new_key: ({ name }) =>
    `Add the key of ${named(name)}, or make a new key and ask for the certificate again.`,
  ask_for_other_key: () => "Ask for a certificate with an RSA key of 2048 bits or a P-256 key.",
  ask_for_name: ({ host }) => `Ask the CA for a certificate that has the name ${named(host)}.`,
  renew_before_use: () => "Renew it, and add the new certificate.",
  wait_until_valid: () => "Wait until then, or check the date of this computer.",
  ask_for_server_certificate: () =>
    'Ask the CA for a certificate with the extended key usage "TLS server".',
  ask_for_client_certificate: () =>
    'Ask the CA for a certificate with the extended key usage "TLS client".',
  ask_for_issuer: ({ issuer, url }) =>
    url === null
      ? `Add the certificate of ${named(issuer)}. The CA has it.`
      : `Add the certificate of ${named(issuer)}. The CA publishes it at ${named(url)}.`,
  replace_the_chain: () => "Ask the CA for the right intermediate certificates.",
  follow_rule_advice: ({ advice }) => sentence(advice),
};

export const bundleEnglish: Language = { texts: bundleTexts, steps: bundleSteps, sentence };
