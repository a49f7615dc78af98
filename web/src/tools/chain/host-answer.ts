/** The answer about a live host: where and until when it is valid, or what is wrong at which address. */
import type {
  CertificateRevocation,
  Everywhere,
  Presentation,
} from "../../../../core/chain/contract.ts";
import { stapleFault } from "../../../../core/chain/staple.ts";
import { named } from "../../../../core/kernel/formatting.ts";
import { day } from "../../lib/dates.ts";
import { addressesOf, type Reading } from "./addresses.ts";
import type { Judgement } from "../../page/judgement.ts";
import { type Analysis, displayName } from "./analysis.ts";
import { listOf, type Progress } from "./parts.ts";

/**
 * The worst fault: a revocation, or a fault of some addresses or of one kind of key; null without one.
 * It takes precedence over the verdict on the chain of the first address.
 */
export function worstOf(analysis: Analysis, host: string): Judgement | null {
  const revoked = analysis.revocation?.find(({ status }) => status === "revoked");
  if (revoked) {
    // Other addresses may serve a valid chain.
    const { presentations = [], readings = [] } = analysis.everywhere ?? {};
    const isMixed = presentations[0]?.isValid === false &&
      addressesOf({ readings }).read.some(({ presentation }) =>
        presentations[presentation!].isValid !== false
      );
    const mixed = isMixed ? worstAddress(analysis) : null;
    return mixed ?? {
      tone: "bad",
      title: revokedTitle(
        revoked,
        revoked.index === 0
          ? `The certificate of ${host}`
          : named(displayName(analysis.chain[revoked.index].info)),
      ),
      text: "Clients that check revocation refuse it.",
      next: `Install a new certificate with a new key on ${host}.`,
    };
  }
  return worstAddress(analysis) ?? withoutKey(analysis) ?? worstKeyKind(analysis) ??
    withoutStaple(analysis);
}

interface Fault {
  has(presentation: Presentation, evaluatedAt: string, reading: Reading): boolean;
  serves: string;
  certificate: string;
}

const REVOKED: Fault = {
  has: ({ revocation }) => revocation?.status === "revoked",
  serves: "a revoked certificate",
  certificate: "was revoked",
};

/** Faults of a presentation, the worst first. */
const FAULTS: readonly Fault[] = [
  REVOKED,
  {
    has: ({ notAfter }, evaluatedAt) => Date.parse(notAfter) < Date.parse(evaluatedAt),
    serves: "an expired certificate",
    certificate: "expired",
  },
  {
    has: (_presentation, _evaluatedAt, { keyProven }) => keyProven === false,
    serves: "a certificate without its private key",
    certificate: "is used without its private key",
  },
  {
    has: ({ isValid, hostnameMatches }) => isValid === false || !hostnameMatches,
    serves: "a chain that is not valid",
    certificate: "is not valid",
  },
];

/** Only for the kinds of keys, because stapling is known only at the first address. */
const NOT_STAPLED: Pick<Fault, "has" | "certificate"> = {
  has: ({ stapling }) => stapling?.required === true && stapling.stapled === false,
  certificate: "comes without a stapled OCSP response",
};

/** "1 of 4 addresses serves an expired certificate"; null for a single address or without a fault. */
function worstAddress({ everywhere, evaluatedAt }: Analysis): Judgement | null {
  if (!everywhere) return null;
  const { read, silent } = addressesOf(everywhere);
  const all = read.length + silent.length;
  if (all === 1) return null;
  const { presentations } = everywhere;
  for (const fault of FAULTS) {
    const { has, serves } = fault;
    const bad = read
      .filter((reading) => has(presentations[reading.presentation!], evaluatedAt, reading))
      .map(({ presentation }) => presentations[presentation!]);
    if (bad.length === 0) continue;
    const title = `${bad.length} of ${all} addresses ${
      bad.length === 1 ? "serves" : "serve"
    } ${serves}`;
    const good = read.find(({ presentation }) => {
      const { isValid, hostnameMatches, revocation } = presentations[presentation!];
      const isKnown = fault !== REVOKED || revocation?.status === "good";
      return isValid !== false && hostnameMatches && isKnown;
    });
    const rest = good ? `${good.address} serves a valid one.` : "";
    return {
      tone: "bad",
      title,
      text: `${bad[0].errors[0] ?? ""} ${rest}`.trim(),
      next: "Install the right certificate at every address.",
    };
  }
  return null;
}

/** "The RSA certificate expired", which only clients without ECDSA get, or the other way round. */
function worstKeyKind({ everywhere, evaluatedAt, validation }: Analysis): Judgement | null {
  if (!everywhere || validation.isValid === false) return null;
  for (const { has, certificate } of [...FAULTS, NOT_STAPLED]) {
    for (const reading of everywhere.readings) {
      const { asked, presentation } = reading;
      if (asked !== "RSA" && asked !== "ECDSA" || !presentation) continue;
      const found = everywhere.presentations[presentation];
      if (!has(found, evaluatedAt, reading)) continue;
      return {
        tone: "bad",
        title: `The ${asked} certificate ${certificate}`,
        text: `${found.errors[0] ?? ""} Clients that support only ${asked} get it.`.trim(),
        next: `Replace the ${asked} certificate too.`,
      };
    }
  }
  return null;
}

/** RFC 5246, 7.4.3: the server signs its part of the key exchange with the key of its certificate. */
function withoutKey({ source }: Analysis): Judgement | null {
  if (source?.keyProven !== false) return null;
  return {
    tone: "bad",
    title: "The server does not prove that it has the private key",
    text:
      "The signature of its handshake does not match the key of its certificate, so every client " +
      "refuses it.",
    next: "Install the certificate together with its own private key.",
  };
}

/** RFC 7633, 4: a client that knows the TLS feature refuses a server that does not staple. */
function withoutStaple({ stapling, validation, source }: Analysis): Judgement | null {
  const fault = stapling && stapleFault(stapling);
  if (!fault) return null;
  // A chain that is not valid, or is for another host, comes first.
  if (validation.isValid === false || !source?.hostnameMatches) return null;
  const title = stapling.stapled
    ? "The server staples an OCSP response that cannot be used"
    : "The server does not staple, which its certificate requires";
  const why = stapling.problem ? ` ${stapling.problem}.` : "";
  const advice = stapling.stapled
    ? "Let the server get a new response."
    : "Turn on OCSP stapling in the server.";
  const text = `${fault}${why} Firefox refuses the connection.`;
  return { tone: "bad", title, text, next: advice };
}

/** "shop.example.com was revoked on 3 Nov 2026: key compromise" */
export function revokedTitle(
  revoked: Pick<CertificateRevocation, "revokedAt" | "reason"> | undefined,
  certificate: string,
): string {
  const { revokedAt = null, reason = null } = revoked ?? {};
  const when = revokedAt === null ? "" : ` on ${day(revokedAt)}`;
  return `${certificate} was revoked${when}${
    reason === null || reason === "unspecified" ? "" : `: ${wordsOf(reason)}`
  }`;
}

const AUTHORITIES: Readonly<Record<string, string>> = {
  cACompromise: "CA compromise",
  aACompromise: "attribute authority compromise",
};

/** "key compromise" out of "keyCompromise". */
const wordsOf = (reason: string): string =>
  AUTHORITIES[reason] ?? reason.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** "shop.example.com is valid on all 4 addresses until 8 Jun 2027". */
export function validTitle(
  { chain, source, everywhere }: Analysis,
  host: string,
  { missing }: Progress,
): string {
  const { read, silent } = everywhere ? addressesOf(everywhere) : { read: [], silent: [] };
  const unread = everywhere?.unread.length ?? 0;
  const all = read.length + silent.length + unread;
  const unknown = everywhere ? revocationUnknownElsewhere(everywhere).length : 0;
  const shown = read.map(({ presentation }) => everywhere!.presentations[presentation!].notAfter);
  const [first] = [...chain.map(({ info }) => info.notAfter), ...shown]
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  const until = `until ${day(first)}`;
  if (missing.includes("everywhere")) return `${host} is valid at ${source!.address} ${until}`;
  if (all <= 1) return `${host} is valid ${until}`;
  if (unknown > 0) {
    return `${host} is valid ${until}, revocation not known on ${unknown} of ${all} addresses`;
  }
  const where = read.length === all ? `all ${all} addresses` : `${read.length} of ${all} addresses`;
  return `${host} is valid on ${where} ${until}`;
}

/** Further notes on a valid chain, the most important first, and what to do about the first. */
export function remarks(analysis: Analysis): { said: string[]; next: string | null } {
  const { everywhere, caa, stapling } = analysis;
  const said: string[] = [];
  const steps: string[] = [];
  if (stapling?.required && stapling.stapled === null) {
    said.push(
      "The certificate requires a stapled OCSP response. Whether the server sends one is not known.",
    );
  }
  if (everywhere) {
    const { read, silent } = addressesOf(everywhere);
    const all = read.length + silent.length;
    if (stapling?.required && stapling.stapled && read.length > 1) {
      said.push("Whether the other addresses staple an OCSP response too is not known.");
    }
    const others = read.filter(({ presentation }) => presentation !== 0).length;
    if (silent.length > 0) {
      said.push(
        `${silent.length} of ${all} addresses could not be read.`,
        ...silent.map(({ address, problem }) => `${address}: ${problem!}.`),
      );
      steps.push("Check the server at the addresses that could not be read.");
    }
    if (others > 0) {
      said.push(
        `${others} of ${all} addresses ${others === 1 ? "serves" : "serve"} another chain.`,
      );
      steps.push("Compare the chains below, and install the same one everywhere.");
    }
    for (const { address, presentation } of revocationUnknownElsewhere(everywhere)) {
      const problem = everywhere.presentations[presentation!].revocation?.problem;
      const why = problem ? ` ${problem}.` : "";
      said.push(`Whether the certificate of ${address} was revoked is not known.${why}`);
    }
    const { length } = everywhere.unread;
    if (length > 0) said.push(`${length} ${length === 1 ? "was" : "were"} not read.`);
  }
  if (caa?.status === "forbidden") {
    said.push(caa.message);
    steps.push("Allow this authority in your CAA records before you renew.");
  }
  return { said, next: steps[0] ?? null };
}

/** Addresses with another certificate than the first one, whose revocation status is not known. */
function revocationUnknownElsewhere({ presentations, readings }: Everywhere) {
  return addressesOf({ readings }).read.filter(({ presentation }) =>
    presentation !== 0 && presentations[presentation!].revocation?.status !== "good" &&
    presentations[presentation!].fingerprint !== presentations[0].fingerprint
  );
}

/** A sentence if it is not known whether the end-entity certificate was revoked. */
export function revocationUnknown({ revocation }: Analysis): string[] {
  const leaf = revocation?.find(({ index }) => index === 0);
  return leaf?.status === "unknown" ? ["Whether it was revoked is not known."] : [];
}

/** A sentence if the handshake does not show whether the server holds the private key. */
export function keyUnknown({ source }: Analysis): string[] {
  return source?.keyProven === null
    ? ["This tool cannot check whether the server has the private key."]
    : [];
}

/** "Still to come: revocation and CAA records."; "" if everything is there. */
export function pending({ missing, busy }: Progress): string {
  if (missing.length === 0) return "";
  return `${busy ? "Still to come" : "Not checked"}: ${listOf(missing)}.`;
}
