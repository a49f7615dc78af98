/** The sentences about certificates that are made, written, checked by rules, compared and read again. */
import { day } from "../../kernel/dates.ts";
import {
  abridged,
  counted,
  listed,
  named,
  printable,
  quoted,
  withCommas,
} from "../../kernel/formatting.ts";
import { isUnnamed } from "../../x509/asn1/oids.ts";
import { serverKeyFault } from "../../x509/rules/handshake.ts";
import type {
  CertificateSteps,
  ComparedFacts,
  CsrPart,
  MadeBy,
  MadeKind,
} from "../certificate-codes.ts";
import type { KeyFacts } from "../inspect-codes.ts";
import type { BrokenRule, CertificateCode, FactsOf } from "../codes.ts";
import type { Language, StepsOf, TextsOf, Words } from "./language.ts";
import { sentence } from "./sentence.ts";

const words = (title: string, text = ""): Words => ({ title, text });

const SIGNED: Readonly<Record<MadeBy, string>> = {
  "new-ca": "A new CA signed it, and no client trusts that CA yet.",
  "self-signed": "It is self-signed, so no client trusts it yet.",
  "existing-ca": "Your CA signed it.",
};

/** The most parts of a CSR in one sentence; a CSR may have thousands of names. */
const MAX_LISTED = 20;

const ATTRIBUTE_FAULTS = {
  malformed: "unpaired surrogates",
  controls: "control characters",
  length: "too long",
  no_country: "not a country code",
  ip_address: "an IP address",
  not_a_name: "not one of the names",
} as const;

function partWords(part: CsrPart): string {
  if ("name" in part) return `${part.name.type}:${printable(part.name.value)}`;
  if ("extension" in part) return part.extension;
  if ("usage" in part) return `key usage ${part.usage}`;
  if ("purpose" in part) return `purpose ${part.purpose}`;
  const { attribute, value, because } = part;
  const name = value === undefined ? attribute : `${attribute} ${printable(value)}`;
  if (because === undefined) return name;
  return typeof because === "string"
    ? `${name} (${ATTRIBUTE_FAULTS[because]})`
    : `${name} (${counted(because.values, "value", "values")})`;
}

/** The most values of an extension in one sentence. */
const MAX_NAMED = 3;

/** The content of a file, by its format. */
const FILES: Readonly<Record<FactsOf<"certificate_file_ready">["format"], string>> = {
  "certificate": "The file holds the certificate.",
  "chain": "The file holds the certificates as PEM.",
  "pkcs7": "The file holds the certificates as PKCS#7.",
  "public-key": "The file holds the public key of the certificate.",
  "jwk": "The file holds the public key of the certificate as a JSON Web Key.",
  "openssh-public": "The file holds the public key of the certificate as a line for OpenSSH.",
};

function lintCounts({ errors, warnings, notes }: FactsOf<"lint_errors">): string {
  const counts = [
    ...errors === 0 ? [] : [counted(errors, "error", "errors")],
    ...warnings === 0 ? [] : [counted(warnings, "warning", "warnings")],
    ...notes === 0 ? [] : [counted(notes, "note", "notes")],
  ];
  return listed(counts);
}

const linted = (facts: FactsOf<"lint_errors">): Words =>
  words(
    facts.certificates === 1
      ? `The certificate has ${lintCounts(facts)}`
      : `${withCommas(facts.certificates)} certificates have ${lintCounts(facts)}`,
    facts.certificates === 1
      ? `It passes ${counted(facts.passed, "rule", "rules")}.`
      : `They pass ${counted(facts.passed, "rule", "rules")}.`,
  );

/** "RSA 2048", "EC P-256", "Ed25519", "a key with an unknown algorithm". */
export function comparedKeyText({ algorithm, bits, curve }: KeyFacts): string {
  if (isUnnamed(algorithm)) return "a key with an unknown algorithm";
  if (algorithm === "EC") return curve === null ? "EC" : `EC ${curve}`;
  const hasSize = algorithm === "DSA" || algorithm.startsWith("RSA");
  return hasSize && bits !== null ? `${algorithm} ${bits}` : algorithm;
}

function keyDifference({ same, before, after }: ComparedFacts["key"], isMismatch: boolean): string {
  if (same === true) return "same key";
  if (same === null) return "keys that this tool cannot compare";
  const [old, current] = [comparedKeyText(before), comparedKeyText(after)];
  const kind = isMismatch ? "different keys" : "new key";
  return old === current ? kind : `${kind} (${current} instead of ${old})`;
}

function nameDifference({ namesAdded: added, namesRemoved: removed }: ComparedFacts): string {
  if (added + removed === 0) return "same names";
  return [
    ...added === 0 ? [] : [`${counted(added, "name", "names")} added`],
    ...removed === 0 ? [] : [`${counted(removed, "name", "names")} removed`],
  ].join(" and ");
}

function endDifference({ laterBy: days, isSame }: NonNullable<ComparedFacts["ends"]>): string {
  if (days === 0) return isSame ? "same end" : "nearly the same end";
  return `ends ${counted(Math.abs(days), "day", "days")} ${days > 0 ? "later" : "earlier"}`;
}

function authorityDifference({ authorities }: ComparedFacts): string | null {
  if (authorities === null) return null;
  const changes = (["replaced", "added", "removed"] as const).flatMap((change) =>
    authorities[change] === 0
      ? []
      : [`${counted(authorities[change], "CA certificate", "CA certificates")} ${change}`]
  );
  return changes.length === 0 ? "same CA certificates" : changes.join(" and ");
}

const DAY = 86_400_000;

/** A period: "90 days", "less than a day". */
function span(milliseconds: number): string {
  const days = Math.round(milliseconds / DAY);
  return days === 0 ? "less than a day" : counted(days, "day", "days");
}

/** The headline of a comparison, after which the differences are listed. */
const compared =
  (headline: (facts: ComparedFacts) => string, isMismatch = false) =>
  (facts: ComparedFacts): Words => {
    const { key, hasOtherIssuer, hasOtherUse, ends } = facts;
    const authorities = authorityDifference(facts);
    const differences = [
      keyDifference(key, isMismatch),
      nameDifference(facts),
      ...hasOtherIssuer ? ["another issuer"] : [],
      ...ends === null ? [] : [endDifference(ends)],
      ...hasOtherUse ? ["other uses"] : [],
      ...authorities === null ? [] : [authorities],
    ];
    return words(`${headline(facts)}: ${differences.join(", ")}`);
  };

const hasOtherNames = ({ namesAdded, namesRemoved }: ComparedFacts): boolean =>
  namesAdded + namesRemoved > 0;

function unreadText({ unread }: FactsOf<"reading_agrees">): string {
  return unread === 0 ? "" : `It does not read ${counted(unread, "field", "fields")} completely.`;
}

const REFUSALS = {
  elements: "It stops after 10,000 elements.",
  depth: "Its elements are nested too deeply.",
  unknown: "We read malformed parts as far as possible, and list them as findings.",
} as const;

const rule = ({ message, clause }: BrokenRule): Words =>
  words(message, clause === undefined ? "" : `See ${clause}.`);

const certificateTexts: TextsOf<CertificateCode> = {
  certificate_ready: ({ by, until }) =>
    words("Certificate is ready", `It is valid until ${day(until)}. ${SIGNED[by]}`),
  certificate_key_refused: ({ key }) =>
    words(serverKeyFault(key) ?? "", "Use RSA, P-256 or P-384."),
  certificate_lifetime_long: ({ days, most }) =>
    words(
      `It is valid for ${
        counted(days, "day", "days")
      }: iPhones, iPads and Macs refuse a server's ` +
        `certificate that is valid for more than ${most} (Apple, "Requirements for trusted ` +
        'certificates")',
    ),
  certificate_lifetime_shortened: ({ days, asked, isNewCa }) =>
    words(
      `It is valid for ${counted(days, "day", "days")} and not for ${withCommas(asked)}: ${
        isNewCa ? "a new CA is not valid for longer" : "no certificate outlives its CA"
      }`,
    ),
  certificate_constraints_left_out: () =>
    words(
      "This CA can issue for every name",
      "Anyone who gets its key can imitate any site to everyone who installed its root.",
    ),
  certificate_wildcard: () =>
    words(
      "A wildcard matches one label: *.example.com matches www.example.com, but neither " +
        "example.com nor a.b.example.com",
    ),
  certificate_public_name: ({ name }) =>
    words(
      `${name} looks like a public name`,
      "Browsers trust this certificate only where its root is installed.",
    ),
  certificate_self_signed: () =>
    words(
      "It is self-signed, so each device has to trust this certificate, and later its successor too",
    ),
  certificate_ca_key_kept: () =>
    words(
      "Keep the key of the CA offline: anyone who has it can issue certificates that every device " +
        "with its root trusts",
    ),
  certificate_common_name_unmatched: ({ name }) =>
    words(
      `The common name ${printable(name)} is not one of the names`,
      "Browsers look only at the names.",
    ),
  certificate_parts_left_out: ({ parts }) =>
    words(
      `Not taken over from the CSR: ${
        abridged([...new Set(parts.map((part) => partWords(part)))], MAX_LISTED)
      }`,
    ),

  certificate_file_ready: ({ format, certificates }) =>
    words(
      "File is ready",
      certificates === 1 || format === "certificate" || format === "public-key"
        ? FILES[format]
        : `${FILES[format]} It has ${counted(certificates, "certificate", "certificates")}.`,
    ),

  lint_clean: ({ certificates, passed }) =>
    words(
      certificates === 1
        ? `No faults in ${counted(passed, "rule", "rules")} of this profile`
        : `No faults in ${withCommas(certificates)} certificates`,
      certificates === 1 ? "" : `They pass ${counted(passed, "rule", "rules")}.`,
    ),
  lint_errors: linted,
  lint_warnings: linted,
  lint_notes: linted,

  compared_identical: (facts) => {
    const same = facts.isCertificate ? "Both are the same certificate" : "Both are the same CSR";
    const authorities = authorityDifference(facts);
    return words(authorities === null ? same : `${same}: ${authorities}`);
  },
  compared_renewal: compared((facts) =>
    hasOtherNames(facts) ? "A renewal with other names" : "A renewal"
  ),
  compared_renewal_lacks_names: compared(() => "A renewal with other names"),
  compared_reissue: compared(() => "A reissue"),
  compared_earlier: compared(() => "An earlier certificate"),
  compared_precertificate: compared(() => "A precertificate and its certificate"),
  compared_cross_signed: compared(() => "The same CA, signed by another issuer"),
  compared_serial_reused: compared(() =>
    "Two certificates with the same serial number and issuer, which no CA may issue"
  ),
  compared_request: compared((facts) =>
    facts.key.same === true && !hasOtherNames(facts)
      ? "The same request, made again"
      : "A new request"
  ),
  compared_request_fits: compared(({ isCertificate }) =>
    isCertificate ? "The CSR matches the certificate" : "The certificate matches the CSR"
  ),
  compared_request_differs: compared(
    ({ isCertificate }) =>
      isCertificate
        ? "The CSR does not match the certificate"
        : "The certificate does not match the CSR",
    true,
  ),
  compared_same_key: () => words("Different names with the same key: no name in common"),
  compared_unrelated: ({ key }) =>
    words(
      key.same === null
        ? "Unrelated: no name in common, and this tool cannot compare the keys"
        : "Unrelated: no name and no key in common",
    ),

  difference_key: ({ before, after }) => {
    const [old, current] = [comparedKeyText(before), comparedKeyText(after)];
    return words(
      old === current
        ? `Different keys, both ${current}`
        : `Different keys: ${current} instead of ${old}`,
    );
  },
  difference_signature_algorithm: ({ before, after }) =>
    words(`The signature algorithm is ${named(after)} instead of ${named(before)}`),
  difference_issuer: ({ before, after }) =>
    words(`Issued by ${named(after)} instead of ${named(before)}`),
  difference_lifetime: ({ before, after, endsLaterBy }) =>
    words(
      before === after
        ? `Both are valid for ${counted(after, "day", "days")}`
        : `Valid for ${counted(after, "day", "days")} instead of ${withCommas(before)}`,
      endsLaterBy === 0
        ? "Both end at the same time."
        : endsLaterBy > 0
        ? `The second ends ${span(endsLaterBy)} later.`
        : `The second ends ${span(-endsLaterBy)} earlier.`,
    ),
  difference_name_added: ({ name }) => words(`Added name: ${named(name)}`),
  difference_name_removed: ({ name }) => words(`Removed name: ${named(name)}`),
  difference_attribute: ({ attribute, before, after }) =>
    words(
      before === null
        ? `The second adds ${attribute} to the subject: ${quoted(after ?? "")}`
        : after === null
        ? `The second lacks ${attribute} of the subject: ${quoted(before)}`
        : `${attribute} of the subject is ${quoted(after)} instead of ${quoted(before)}`,
    ),
  difference_extension: ({ name, change, added, removed }) => {
    switch (change) {
      case "added":
        return words(`The extension ${named(name)} is only in the second`);
      case "removed":
        return words(`The extension ${named(name)} is only in the first`);
      case "changed":
        return words(
          `The extension ${named(name)} is another one`,
          [
            ...added.length === 0 ? [] : [`Added: ${abridged(added, MAX_NAMED, named)}.`],
            ...removed.length === 0 ? [] : [`Removed: ${abridged(removed, MAX_NAMED, named)}.`],
          ].join(" "),
        );
    }
  },
  difference_certificate: ({ subject, change }) => {
    switch (change) {
      case "added":
        return words(`Only the second has the CA certificate ${named(subject)}`);
      case "removed":
        return words(`Only the first has the CA certificate ${named(subject)}`);
      case "replaced":
        return words(`The second has another certificate of the CA ${named(subject)}`);
    }
  },

  reading_agrees: (facts) =>
    words(
      facts.unread === 0
        ? `${facts.library} reads the same in all ${counted(facts.same, "field", "fields")}`
        : `${facts.library} reads the same in ${counted(facts.same, "field", "fields")}`,
      unreadText(facts),
    ),
  reading_differs: (facts) =>
    words(
      `${facts.library} reads ${
        counted(facts.different, "field", "fields")
      } differently, and the same in ${counted(facts.same, "field", "fields")}`,
      unreadText(facts),
    ),
  reading_refused: ({ library, isRequest, because }) =>
    words(
      isRequest ? `${library} does not read this CSR` : `${library} does not read this certificate`,
      REFUSALS[because ?? "unknown"],
    ),
};

const INSTALL = "Install it on your server, and trust the root on each device that connects.";
const TRUST = "Trust it on your devices, then sign certificates with it.";

/** The one thing to do with a certificate of each kind: under a CA, and self-signed. */
const USES: Readonly<Record<MadeKind, readonly [underCa: string, selfSigned: string]>> = {
  "tls-server": [
    INSTALL,
    "Install it on your server, and trust it on each device that connects.",
  ],
  "tls-client": [
    "Import it on the client. The side that checks the client needs the CA certificate.",
    "Import it on the client. The side that checks the client needs it too.",
  ],
  "smime": [
    "Import it into your mail program. Your recipients have to trust the root.",
    "Import it into your mail program. Your recipients have to trust this certificate.",
  ],
  "intermediate-ca": [
    "Trust the root on your devices, then sign certificates with the intermediate CA.",
    TRUST,
  ],
  "root-ca": [TRUST, TRUST],
};

const certificateSteps: StepsOf<keyof CertificateSteps> = {
  use_certificate: ({ kind, isSelfSigned }) => USES[kind][isSelfSigned ? 1 : 0],
  mend_linted: () => "Correct these in the profile of your CA, and issue again.",
  keep_names: () => "Check whether your users still need the removed names before you install it.",
  replace_serial: () => "Replace one of them: Firefox refuses both.",
  find_request: () => "Find the CSR with the same key.",
};

export const certificateEnglish: Language = {
  texts: { ...certificateTexts, rule_error: rule, rule_warning: rule, rule_note: rule },
  steps: { ...certificateSteps, follow_advice: ({ advice }) => advice },
  sentence,
};
