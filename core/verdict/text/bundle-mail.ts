/** The mails to a CA that ask for the missing part of a folder, and the mail that answers a request. */
import { day } from "../../kernel/dates.ts";
import { printable } from "../../kernel/formatting.ts";
import type { BundleFact } from "../bundle.ts";

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** A certificate as a CA finds it. */
export interface Ordered {
  readonly name: string;
  readonly serialNumber: string;
  readonly issuer: string;
  readonly notAfter: string;
}

/** A certificate that is sent. */
export interface Sent extends Ordered {
  /** SHA-256. */
  readonly fingerprint: string;
}

interface Asked {
  /** The certificate; null without one. */
  readonly certificate: Ordered | null;
  /** The CSR of the key; null without one. */
  readonly request: string | null;
}

const about = ({ name, serialNumber, issuer, notAfter }: Ordered): string =>
  `Name: ${printable(name)}\nSerial number: ${serialNumber}\nIssuer: ${
    printable(issuer)
  }\nValid to: ${day(notAfter)}\n`;

const letter = (subject: string, ...parts: readonly string[]): Mail => ({
  subject: printable(subject),
  text: ["Hello,", ...parts, "Thank you."].map((part) => part.trim())
    .filter((part) => part !== "").join("\n\n") + "\n",
});

const reissue = (
  why: string,
  wish: string,
  { certificate, request }: Asked,
  name: string,
): Mail =>
  letter(
    `Please reissue the certificate for ${name}`,
    `${why} ${wish}`,
    certificate === null ? "" : about(certificate),
    request === null ? "I will send the CSR with a new key." : `This is the CSR:\n\n${request}`,
  );

/** The mail that the files of a certificate are attached to. `chain`, `root`: names of files; null without one. */
export const answerMail = (
  order: Sent,
  { certificate, chain, root }: { certificate: string; chain: string | null; root: string | null },
): Mail =>
  letter(
    `The certificate for ${order.name}`,
    [
      `Attached is the certificate: ${certificate}`,
      ...chain === null ? [] : [`The certificates above it, which the server sends too: ${chain}`],
      ...root === null ? [] : [`The root, for the devices that connect: ${root}`],
    ].join("\n"),
    `${about(order)}SHA-256 fingerprint: ${order.fingerprint}`,
    "The private key is not attached. Please never send one by mail.",
  );

/** The mail about the first reason that a CA can mend; null if it can mend none. */
export function mailFor(facts: readonly BundleFact[], asked: Asked): Mail | null {
  for (const fact of facts) {
    const mail = mailAbout(fact, asked);
    if (mail !== null) return mail;
  }
  return null;
}

function mailAbout(fact: BundleFact, asked: Asked): Mail | null {
  const { certificate, request } = asked;
  const name = certificate?.name ?? "";
  switch (fact.code) {
    case "bundle_certificate_missing":
      return request === null ? null : letter(
        `Please send the certificate for ${fact.facts.name ?? "my CSR"}`,
        "Please send me the certificate for this CSR, with the intermediate certificates, as PEM:",
        request,
      );
    case "bundle_issuer_missing":
    case "bundle_chain_invalid":
      return certificate === null ? null : letter(
        `Please send the intermediate certificates for ${name}`,
        `Please send me the intermediate certificates of this certificate, up to the root, as PEM.`,
        about(certificate),
      );
    case "bundle_key_missing":
    case "bundle_key_other":
      return reissue("I no longer have the private key.", "", { ...asked, request: null }, name);
    case "bundle_key_unsuited":
      return reissue(
        "My server does not take its kind of key.",
        "Please tell me how to reissue it with an RSA key of 2048 bits.",
        { ...asked, request: null },
        name,
      );
    case "bundle_host_uncovered":
      return reissue(
        "",
        `Please add the name ${fact.facts.host}.`,
        asked,
        certificate?.name ?? fact.facts.host,
      );
    case "bundle_expired":
      return letter(
        `Please renew the certificate for ${name}`,
        "Please renew this certificate.",
        certificate === null ? "" : about(certificate),
        request === null ? "I will send the CSR with a new key." : `This is the CSR:\n\n${request}`,
      );
    case "bundle_revoked":
      return reissue("It was revoked.", "", { ...asked, request: null }, name);
    case "bundle_not_for_servers":
      return reissue(
        "Its extended key usage does not allow a TLS server.",
        "Please issue it for a TLS server.",
        asked,
        name,
      );
    case "bundle_not_for_clients":
      return reissue(
        "Its extended key usage does not allow a TLS client.",
        "Please issue it for a TLS client.",
        asked,
        name,
      );
    case "bundle_without_host":
      return reissue("It has no alternative name (SAN).", "Please add one.", asked, name);
    case "bundle_clients_refuse":
      return reissue(
        `Clients refuse it: ${fact.facts.title}.`,
        "Please issue one that they accept.",
        asked,
        name,
      );
    default:
      return null;
  }
}
