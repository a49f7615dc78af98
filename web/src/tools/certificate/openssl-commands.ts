/** The equivalent OpenSSL commands (3.0 or later) in a POSIX shell. */
import { constraintsTo, keyUsagesOf, purposeOf } from "../../../../core/certificate/profiles.ts";
import {
  DEFAULT_DAYS,
  type GeneratedCertificate,
  isCaKind,
  type Kind,
  MAX_CA_DAYS,
} from "../../../../core/certificate/contract.ts";
import { distinctNames } from "../../../../core/certificate/names.ts";
import { type Files, filesOf } from "../../../../core/certificate/files.ts";
import type { FormValues } from "./form-values.ts";
import { configured } from "../../lib/text.ts";
import { shellWord } from "../../../../core/kernel/formatting.ts";

const lines = (...parts: string[]) => parts.filter((part) => part !== "").join(" \\\n  ");

/** The commands that make the new CA, if there is one, and then the key and the certificate. */
export function makingCommands(made: GeneratedCertificate, values: FormValues): string {
  const files = filesOf(made);
  const isCa = isCaKind(made.kind);
  const names = distinctNames(
    isCa ? values.names : made.subjectAltName.map(({ value }) => value),
  );
  const constraints = values.nameConstraints ? constraintsOf(names) : "";
  const newKey = (keyFile: string) =>
    `-newkey ${
      values.keyType === "RSA"
        ? `rsa:${values.keySize}`
        : `ec -pkeyopt ec_paramgen_curve:${values.eccCurve}`
    } -nodes -keyout ${keyFile}`;
  const commands: string[] = [];
  if (made.issuer === "new-ca") {
    const length = isCa ? Number(values.pathLength) + 1 : 0;
    commands.push(lines(
      `openssl req -x509 -utf8 ${newKey(files.caKey)}`,
      `-out ${files.ca} -days ${MAX_CA_DAYS}`,
      `-subj ${shellWord(subject(made.ca!.subject))}`,
      ...extensions("root-ca", values, length, "", constraints).map(added),
    ));
  }
  const ca = made.issuer === "self-signed" ? "" : `-CA ${files.ca} -CAkey ${files.caKey}`;
  const listed = made.subjectAltName
    .map(({ type, value }) => `${type}:${configured(value)}`).join(",");
  // With an empty subject the alternative names must be critical (RFC 5280, 4.2.1.6).
  const alternative = made.subject === "" ? `critical,${listed}` : listed;
  const own = made.issuer === "self-signed" && isCa ? constraints : "";
  const wanted = extensions(made.kind, values, Number(values.pathLength), alternative, own);
  if (values.csr.trim() !== "") {
    // Extensions of the CSR are not copied: -copy_extensions defaults to "none".
    commands.push(lines(
      `printf '%s\\n' ${wanted.map(shellWord).join(" ")} |`,
      `openssl x509 -req -in request.csr -out ${files.certificate}`,
      `-subj ${shellWord(subject(made.subject))} -days ${made.days}`,
      `${ca} -extfile /dev/stdin`,
    ));
  } else {
    commands.push(lines(
      `openssl req -x509 -utf8 ${newKey(files.key)}`,
      `-out ${files.certificate} -days ${made.days}`,
      ca,
      `-subj ${shellWord(subject(made.subject))}`,
      ...wanted.map(added),
    ));
  }
  if (made.issuer === "new-ca" && !values.keepCaKey) commands.push(`rm ${files.caKey}`);
  return commands.join("\n");
}

/** Reads the certificate and checks that the CA signed it. */
export function checkingCommands(made: GeneratedCertificate): string {
  const { certificate, ca } = filesOf(made);
  return [
    `openssl x509 -in ${certificate} -noout -text`,
    `openssl verify -x509_strict -CAfile ${made.ca ? ca : certificate} ${certificate}`,
  ].join("\n");
}

const added = (extension: string) => `-addext ${shellWord(extension)}`;

/** Extensions as lines of a configuration file. */
function extensions(
  kind: Kind,
  { keyType }: FormValues,
  pathLength: number,
  names: string,
  constraints: string,
): string[] {
  const purpose = purposeOf(kind);
  const usages = keyUsagesOf(kind, keyType === "RSA" ? "RSA" : "EC").join(",");
  return [
    `basicConstraints=critical,${isCaKind(kind) ? `CA:TRUE,pathlen:${pathLength}` : "CA:FALSE"}`,
    `keyUsage=critical,${usages}`,
    purpose ? `extendedKeyUsage=${purpose}` : "",
    names && `subjectAltName=${names}`,
    constraints && `nameConstraints=critical,${constraints}`,
  ].filter((value) => value !== "");
}

/** OpenSSL requires a full mask after an address, not a prefix length. */
function constraintsOf(names: Parameters<typeof constraintsTo>[0]): string {
  const { permitted, excluded } = constraintsTo(names);
  const written = (list: string) => ({ type, value }: (typeof permitted)[number]) =>
    `${list};${type}:${type === "IP" ? masked(value) : configured(value)}`;
  return [...permitted.map(written("permitted")), ...excluded.map(written("excluded"))].join(",");
}

function masked(range: string): string {
  const [address, bits] = range.split("/");
  const all = bits !== "0";
  if (!address.includes(":")) return `${address}/${all ? "255.255.255.255" : "0.0.0.0"}`;
  return `${address}/${all ? Array(8).fill("ffff").join(":") : "::"}`;
}

/** Converts a name from RFC 4514 (last RDN first) to the form of -subj. */
function subject(raw: string): string {
  const rdns = raw.match(/(?:\\.|[^\\,])+/g) ?? [];
  const written = rdns.toReversed().map((rdn) =>
    rdn.replace(/\\([0-9A-F]{2}|.)|\//g, (character, escaped?: string) => {
      const value = escaped === undefined ? character : unescaped(escaped);
      return /[\\/+]/.test(value) ? `\\${value}` : value;
    })
  );
  return `/${written.join("/")}`;
}

/** RFC 4514, 2.4: a hex pair is an octet, here always a control character. */
const unescaped = (escaped: string) =>
  escaped.length === 2 ? String.fromCharCode(parseInt(escaped, 16)) : escaped;

/** For a CA that signs a CSR. */
export const signingCommand = ({ certificate, key }: Pick<Files, "certificate" | "key">): string =>
  `openssl x509 -req -in request.csr -CA ${certificate} -CAkey ${key} ` +
  `-days ${DEFAULT_DAYS} -copy_extensions copy -out request.crt`;
