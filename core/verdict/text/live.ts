/** The sentences about a certificate that a server should send. */
import { day } from "../../kernel/dates.ts";
import { named } from "../../kernel/formatting.ts";
import type { LiveCode, LiveStep } from "../codes.ts";
import type { ClientFault } from "../live-codes.ts";
import { chainEnglish } from "./english.ts";
import type { Language, StepsOf, TextsOf } from "./language.ts";
import { sentence } from "./sentence.ts";

const FAULTS: Readonly<Record<ClientFault, string>> = {
  host_unknown: "No address was found for the host",
  refused: "The host refused the connection",
  timeout: "The host did not answer",
  not_tls: "The port answers without TLS",
  handshake_failed: "The server refused the handshake",
  no_certificate: "The server sent no certificate",
};

const FIXES: Readonly<Record<ClientFault, string>> = {
  host_unknown: "Check the name, and its records in DNS.",
  refused: "Start the server, and check its port and the firewall.",
  timeout: "Check the address, the port and the firewall.",
  not_tls: "Turn on TLS for this port in the configuration of the server, then reload it.",
  handshake_failed: "Look in the log of the server for the reason.",
  no_certificate: "Check the certificate in the configuration of the server, then reload it.",
};

const liveTexts: TextsOf<LiveCode> = {
  live_current: ({ name, until, isSeenFromHere }) => ({
    title: isSeenFromHere ? "Works now, seen from here" : "Works now",
    text: `The server sends the certificate of ${named(name)}, valid until ${
      day(until)
    }, with its chain.`,
  }),
  live_incomplete: ({ name, issuer }) => ({
    title: "The server sends the certificate without its chain",
    text: `${issuer === null ? "A certificate" : named(issuer)} above ${
      named(name)
    } is missing. Some browsers find it elsewhere; Android, curl and Java refuse the server.`,
  }),
  live_refused: ({ name }) => ({
    title: "The server sends this certificate, and clients refuse it",
    text: `The certificate of ${named(name)} is installed.`,
  }),
  live_unproven: ({ name }) => ({
    title: "The server sends this certificate",
    text: `We could not verify every signature in the chain of ${named(name)}.`,
  }),
  live_unshown: ({ name }) => ({
    title: "The server sends this certificate",
    text: `It sends others above ${
      named(name)
    } too. The pasted answer does not show them, so we cannot check them.`,
  }),
  live_old: ({ name, until }) => ({
    title: "The server still sends the old certificate",
    text: `It sends an older certificate of ${named(name)}, valid until ${day(until)}.`,
  }),
  live_newer: ({ name, until }) => ({
    title: "The server sends a newer certificate than this one",
    text: `It sends a newer certificate of ${named(name)}, valid until ${day(until)}.`,
  }),
  live_other: ({ name, sent }) => ({
    title: "The server sends another certificate",
    text: `It sends the certificate of ${named(sent)} instead of the one of ${named(name)}.`,
  }),
  live_not_reached: ({ why }) => ({
    title: FAULTS[why],
    text: "The pasted answer has no certificate.",
  }),
};

const liveSteps: StepsOf<LiveStep> = {
  reload_server: () =>
    "Reload the server. If it still sends the old one, check the path in its configuration.",
  show_certificates: () => "Run the line again with -showcerts, and paste its whole answer.",
  install_whole_chain: () => "Install the file with the whole chain on the server, then reload it.",
  choose_site: ({ name }) =>
    `Check that the configuration of ${named(name)} has this certificate, then reload the server.`,
  use_newer_certificate: () => "Keep the newer one, unless you meant to go back.",
  reach_server: ({ why }) => FIXES[why],
};

/** With the sentences about chains, which explain why clients refuse a certificate. */
export const liveEnglish: Language = {
  texts: { ...chainEnglish.texts, ...liveTexts },
  steps: { ...chainEnglish.steps, ...liveSteps },
  sentence,
};
