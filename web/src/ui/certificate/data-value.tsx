import * as styles from "./data-value.module.css";
import { withCommas } from "../../../../core/kernel/formatting.ts";
import { Chips, Hex, Value } from "../data/value.tsx";

/** The output of decoders: strings, numbers, booleans, and lists and objects of them. */
export type Data = string | number | boolean | null | readonly Data[] | {
  readonly [name: string]: Data;
};

/** The number of rows of a list that are rendered. The rest is only counted. */
const MOST_ROWS = 100;
/** The minimum length of hex; a shorter match is more likely to be a word. */
const MIN_HEX = 16;

/** Shows decoded data of any shape as text, so that a new decoder needs no component of its own. */
export function DataValue({ data }: { data: Data }) {
  if (data === null) return <Value>{null}</Value>;
  if (typeof data === "boolean") return data ? "Yes" : "No";
  if (typeof data === "number") return withCommas(data);
  if (typeof data === "string") return <Text text={data} />;
  if (isList(data)) {
    if (data.length === 0) return "None";
    if (data.every(isWord)) return <Chips words={[...new Set(data)]} />;
    return (
      <ul className={styles.list}>
        {data.slice(0, MOST_ROWS).map((entry, index) => (
          <li key={index}>
            <DataValue data={entry} />
          </li>
        ))}
        {data.length > MOST_ROWS && <li>… and {withCommas(data.length - MOST_ROWS)} more</li>}
      </ul>
    );
  }
  const { type, value } = data;
  // A general name is shown on one line: its type and its value.
  if (Object.keys(data).length === 2 && typeof type === "string" && typeof value === "string") {
    return (
      <>
        {Object.hasOwn(WORDS, type) ? WORDS[type] : type}: <Value data>{value}</Value>
      </>
    );
  }
  const members = Object.entries(data).filter(([, member]) => !isNothing(member));
  return (
    <dl className={styles.members}>
      {members.map(([name, member]) => (
        <div key={name}>
          <dt>{words(name)}</dt>
          <dd>
            <DataValue data={member} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Text({ text }: { text: string }) {
  const isHex = text.length >= MIN_HEX && text.length % 2 === 0 && /^[0-9A-F]+$/.test(text);
  return isHex ? <Hex value={text} /> : <Value data>{text}</Value>;
}

const isList = (data: Data): data is readonly Data[] => Array.isArray(data);

const isWord = (data: Data): data is string =>
  typeof data === "string" && data.length <= 40 && !data.includes("/");

const isNothing = (data: Data): boolean => data === null || (isList(data) && data.length === 0);

/** Labels for members and types whose names are abbreviations or unclear. */
const WORDS: Readonly<Record<string, string>> = {
  authorityCertIssuer: "Authority certificate issuer",
  authorityCertSerialNumber: "Authority certificate serial number",
  ca: "CA",
  caIssuers: "CA issuers",
  cps: "CPS URI",
  crlIssuer: "CRL issuer",
  cRLIssuer: "CRL issuer",
  logId: "Log ID",
  ocsp: "OCSP",
  oid: "OID",
  pathLen: "Path length",
  uri: "URI",
  userNotice: "User notice",
};

/** "Authority key identifier" for "authorityKeyIdentifier". */
function words(name: string): string {
  if (Object.hasOwn(WORDS, name)) return WORDS[name];
  const spaced = name.replace(
    /([a-z])([A-Z])/g,
    (_, end, start) => `${end} ${start.toLowerCase()}`,
  );
  return spaced[0].toUpperCase() + spaced.slice(1);
}
