import type { ReactNode } from "react";
import type { CertificateInfo, DistinguishedName } from "../../../../core/x509/shapes.ts";
import { bitCount, withCommas } from "../../../../core/kernel/formatting.ts";
import { classNames } from "../../lib/text.ts";
import * as styles from "./certificate-view.module.css";
import { CopyButton } from "../base/copy-button.tsx";
import { dateTime } from "../../../../core/kernel/dates.ts";
import { ExtensionList } from "./extension-list.tsx";
import type { InBytes } from "./in-bytes.tsx";
import { type Detail, Details } from "../data/facts.tsx";
import { Hex, Value } from "../data/value.tsx";
import { ItemList } from "../layout/item-list.tsx";
import { LongList } from "../data/long-list.tsx";
import { Row } from "../layout/layout.tsx";
import { StatusPill } from "../feedback/status.tsx";

const SUBJECT_ALT_NAME = "2.5.29.17";

interface CertificateViewProps {
  info: CertificateInfo;
  /** The level of the headings inside. */
  level?: 3 | 4;
  /** Absent if the page does not have the certificate's bytes. */
  inBytes?: InBytes;
}

/** All decoded fields of a certificate: names, validity, key, fingerprints, extensions. */
export function CertificateView({ info, level = 3, inBytes }: CertificateViewProps) {
  const { extensions, findings } = info;
  const names = extensions.subjectAltName;
  const others = extensions.all.filter(({ oid, problem }) =>
    oid !== SUBJECT_ALT_NAME || problem !== null
  );
  return (
    <div className={styles.place}>
      <div className={styles.view}>
        <Group level={level} heading="Subject">
          <Details details={nameDetails(info.subject)} />
          {inBytes?.button("subject")}
        </Group>
        <Group level={level} heading="Issuer">
          <Details details={nameDetails(info.issuer)} />
          {inBytes?.button("issuer")}
        </Group>
        <Group level={level} heading="Certificate">
          <Details details={[...ownDetails(info, inBytes), ...numberDetails(info, inBytes)]} />
        </Group>
        {inBytes && inBytes.names.length > 0 && (
          <Group
            level={level}
            heading={`International names (${withCommas(inBytes.names.length)})`}
          >
            <ItemList items={inBytes.names.map(internationalName)} />
          </Group>
        )}
        {names.length > 0 && (
          <Group level={level} heading={`Subject alternative names (${withCommas(names.length)})`}>
            <LongList
              what="names"
              rows={names.map(({ type, value }) => ({ kind: type, value }))}
            />
            {inBytes?.button("subjectAltName")}
          </Group>
        )}
        {others.length > 0 && (
          <Group level={level} heading={`Extensions (${withCommas(others.length)})`} wide>
            <ExtensionList extensions={others} inBytes={inBytes} />
          </Group>
        )}
        {findings.length > 0 && (
          <Group level={level} heading={`Findings (${withCommas(findings.length)})`}>
            <ItemList
              items={findings.map(({ code, message, offset }) => ({
                title: message,
                data: offset === null ? code : `${code}, byte ${withCommas(offset)}`,
              }))}
            />
          </Group>
        )}
      </div>
    </div>
  );
}

function Group(
  { level, heading, wide, children }: {
    level: 3 | 4;
    heading: string;
    /** A list that takes the whole width, in two columns. */
    wide?: boolean;
    children: ReactNode;
  },
) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames(styles.group, wide && styles.wide)}>
      <Heading className={styles.heading}>{heading}</Heading>
      {children}
    </div>
  );
}

/** The attributes of a name in their order, and the name as a string (RFC 4514). */
function nameDetails({ attributes, raw }: DistinguishedName): Detail[] {
  if (attributes.length === 0) return [{ term: "Name", value: "Empty" }];
  const byName = new Map<string, string[]>();
  for (const { name, value } of attributes) {
    byName.set(name, [...byName.get(name) ?? [], value]);
  }
  const details = [...byName].map(([name, values]): Detail => ({
    term: ATTRIBUTES[name] ?? name,
    value: <Value>{values.join(", ")}</Value>,
  }));
  details.push({
    term: "Whole name",
    value: <Value data>{raw}</Value>,
    action: <CopyButton icon text={raw} name="Copy whole name" />,
  });
  return details;
}

const ATTRIBUTES: Readonly<Record<string, string>> = {
  commonName: "Common name",
  organizationName: "Organization",
  organizationalUnitName: "Organization unit",
  localityName: "City",
  stateOrProvinceName: "State/Province",
  countryName: "Country",
  emailAddress: "E-mail",
};

/** An internationalized name in Unicode, next to its A-label. */
function internationalName({ ascii, unicode, mixed }: InBytes["names"][number]) {
  return {
    title: <Value>{unicode}</Value>,
    data: unicode === ascii ? undefined : ascii,
    status: mixed && <StatusPill tone="warn">Mixed scripts</StatusPill>,
    children: mixed && (
      <p>
        One label mixes {mixed.join(" and ")}{" "}
        letters, which no language does: it may be made to look like another name.
      </p>
    ),
  };
}

/** Longer numbers are shortened on the page. The copy button copies them completely. */
const MOST_OCTETS = 1024;

function numberDetails({ publicKey }: CertificateInfo, inBytes?: InBytes): Detail[] {
  if (!inBytes) return [];
  const { numbers, signatureValue } = inBytes;
  const hex = (term: string, value: string, field: string): Detail => ({
    term,
    value: <Hex value={value} limit={MOST_OCTETS} />,
    action: (
      <Row gap={1}>
        <CopyButton icon text={value} name={`Copy ${term.toLowerCase()}`} />
        {inBytes.button(field)}
      </Row>
    ),
  });
  return [
    ...numbers.map(({ name, hex: value }) =>
      publicKey.algorithm.startsWith("RSA") && name === "Public exponent"
        ? { term: name, value: `${BigInt(`0x${value || "0"}`)} (0x${value})` }
        : hex(name, value, "subjectPublicKeyInfo")
    ),
    ...signatureValue ? [hex("Signature value", signatureValue, "signatureValue")] : [],
  ];
}

function ownDetails(info: CertificateInfo, inBytes?: InBytes): Detail[] {
  const { fingerprints, serialNumber, publicKey } = info;
  return [
    { term: "Version", value: info.version },
    {
      term: "Serial number",
      value: <Hex value={serialNumber} />,
      action: (
        <Row gap={1}>
          <CopyButton icon text={serialNumber} name="Copy serial number" />
          {inBytes?.button("serialNumber")}
        </Row>
      ),
    },
    ...inBytes?.serialDecimal
      ? [{
        term: "Serial number, decimal",
        value: <Value data>{inBytes.serialDecimal}</Value>,
        action: <CopyButton icon text={inBytes.serialDecimal} name="Copy decimal serial number" />,
      }]
      : [],
    { term: "Valid from", value: dateTime(info.notBefore), action: inBytes?.button("validity") },
    { term: "Valid until", value: dateTime(info.notAfter) },
    { term: "Public key", value: <Value>{keyText(publicKey)}</Value> },
    {
      term: "Signature algorithm",
      value: <Value>{info.signatureAlgorithm}</Value>,
      action: inBytes?.button("signature"),
    },
    {
      term: "SHA-256 fingerprint",
      value: <Hex value={fingerprints.sha256} />,
      action: <CopyButton icon text={fingerprints.sha256} name="Copy SHA-256 fingerprint" />,
    },
    {
      term: "SHA-1 fingerprint",
      value: <Hex value={fingerprints.sha1} />,
      action: <CopyButton icon text={fingerprints.sha1} name="Copy SHA-1 fingerprint" />,
    },
  ];
}

/** "RSA, 2048 bits", "EC, P-256 (256 bits)". */
export function keyText({ algorithm, bits, curve }: CertificateInfo["publicKey"]): string {
  if (bits === null) return curve === null ? algorithm : `${algorithm}, ${curve}`;
  const size = bitCount(bits);
  return curve === null ? `${algorithm}, ${size}` : `${algorithm}, ${curve} (${size})`;
}
