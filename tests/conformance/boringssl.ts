/**
 * NIST's PKITS with the settings of each test, and BoringSSL's tests of path validation, as requests
 * to chain/analyze. Both are read from a copy of BoringSSL's folder pki/testdata.
 */
import { writePem } from "../../core/x509/pem/pem.ts";
import type { ChainCase, Request } from "./verifier.ts";

type Policies = NonNullable<Request["policies"]>;

/** The identifiers of PKITS, by the last number of its policies' names. */
const policyOf = (name: string): string =>
  name === "anyPolicy" ? "2.5.29.32.0" : `2.16.840.1.101.3.2.1.48.${name.split("-").at(-1)}`;

const SETTINGS: Readonly<Record<string, keyof Policies>> = {
  SetInitialExplicitPolicy: "requireExplicit",
  SetInitialPolicyMappingInhibit: "inhibitMapping",
  SetInitialInhibitAnyPolicy: "inhibitAny",
};

/** When PKITS was published; its certificates are valid on that day. */
const PKITS_TIME = "2011-04-15T00:00:00Z";

/** Each test of PKITS with its CRLs; its policies are compared where a path has to be valid. */
export function pkitsCases(testdata: string): ChainCase[] {
  const folder = `${testdata}/nist-pkits`;
  const source = Deno.readTextFileSync(`${folder}/pkits_testcases-inl.h`);
  const certificate = (name: string) =>
    writePem("CERTIFICATE", Deno.readFileSync(`${folder}/certs/${name}.crt`));
  const crl = (name: string) =>
    writePem("X509 CRL", Deno.readFileSync(`${folder}/crls/${name}.crl`));
  return source.split(/^\/\/ (?=4\.)/m).slice(1).map((text) => {
    const id = text.slice(0, text.indexOf("\n")).trim();
    const names = (list: string) =>
      [...text.match(new RegExp(`${list}\\[\\] = \\{([^}]*)\\}`))![1].matchAll(/"([^"]+)"/g)]
        .map(([, name]) => name);
    const listed = (setter: string) =>
      text.match(new RegExp(`${setter}\\(\\s*"([^"]*)"`))?.[1].split(",").filter(Boolean);
    const [root, ...others] = names("certs").map(certificate);
    const isValid = /should_validate = true/.test(text);
    const initial = listed("SetInitialPolicySet");
    const flags = Object.entries(SETTINGS).map(([setter, field]) => [
      field,
      text.includes(`${setter}(true)`),
    ]);
    return {
      id: `pkits: ${id}`,
      leaf: others.at(-1)!,
      request: {
        certificate: [...others.toReversed(), ...names("crls").map(crl)].join(""),
        roots: root,
        policies: {
          ...initial && !initial.includes("anyPolicy") && { initial: initial.map(policyOf) },
          ...Object.fromEntries(flags),
        },
        purpose: "any",
        judgeAs: "private",
        at: PKITS_TIME,
      },
      expected: {
        acceptedWithStatus: isValid,
        ...isValid && {
          policies: (listed("SetUserConstrainedPolicySet") ?? ["NIST-test-policy-1"]).map(policyOf),
        },
      },
    };
  });
}

const PURPOSES: Readonly<Record<string, Request["purpose"]>> = {
  ANY_EKU: "any",
  SERVER_AUTH: "server",
  CLIENT_AUTH: "client",
};

/** The day that BoringSSL's generator of chains takes for today. */
const DEFAULT_TIME = "2021-10-05T12:00:00Z";

/** Each chain of BoringSSL's, with the last certificate as the only trust anchor. */
export function boringsslCases(testdata: string): ChainCase[] {
  const root = `${testdata}/verify_certificate_chain_unittest`;
  const folders = [...Deno.readDirSync(root)].filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => name).sort();
  return folders.flatMap((folder) =>
    [...Deno.readDirSync(`${root}/${folder}`)].map(({ name }) => name)
      .filter((name) => name.endsWith(".test")).sort()
      .map((name) => chainCase(`${root}/${folder}`, name, folder))
  );
}

function chainCase(path: string, file: string, folder: string): ChainCase {
  const text = Deno.readTextFileSync(`${path}/${file}`);
  const field = (name: string) => text.match(new RegExp(`^${name}: *(.+)$`, "m"))?.[1].trim();
  const pems = Deno.readTextFileSync(`${path}/${field("chain")}`)
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g)!;
  const purpose = field("key_purpose")!;
  const trust = field("last_cert_trust")!;
  const digests = field("digest_policy");
  const accepted = !/^ERROR:/m.test(text);
  const policies = field("expected_user_constrained_policy_set")?.split(/, */);
  const leftOut = trust !== "TRUSTED_ANCHOR"
    ? `how its anchor is trusted: ${trust}`
    : digests !== undefined
    ? "a choice of digests"
    : Object.hasOwn(PURPOSES, purpose)
    ? undefined
    : `a purpose of BoringSSL's own: ${purpose}`;
  return {
    id: `boringssl::${folder}/${file.slice(0, -".test".length)}`,
    leaf: pems[0],
    leftOut,
    request: {
      certificate: pems.slice(0, Math.max(1, pems.length - 1)).join(""),
      roots: pems.at(-1)!,
      purpose: PURPOSES[purpose],
      judgeAs: "private",
      at: timeOf(field("utc_time")!),
    },
    expected: { accepted, ...accepted && policies && { policies } },
    errorsRefuse: true,
  };
}

/** "150302120000Z" as ISO 8601; the generator's today for DEFAULT. */
const timeOf = (text: string): string =>
  text === "DEFAULT"
    ? DEFAULT_TIME
    : text.replace(/^(..)(..)(..)(..)(..)(..)Z$/, "20$1-$2-$3T$4:$5:$6Z");
