/** Certificate policies of whole chains, compared with OpenSSL. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { analyze, analyzeCertificates } from "../../../core/chain/analyze.ts";
import type { chainAnalyze } from "../../../core/chain/contract.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import type { InputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { mozillaRoots, type TrustStore } from "../../../core/x509/path/trust-store.ts";
import { findProgram, needs, runProgram } from "../../support/programs.ts";
import { authority, endEntity, keyOf, pemOf } from "../x509/revocation/authorities.ts";
import { now } from "../x509/revocation/maker.ts";
import { type Bytes, bytes, oid, seq } from "../x509/rules/der.ts";
import { critical, keyUsage, policies as listed } from "../x509/rules/maker.ts";
import { codes } from "./support.ts";

const ANY = "2.5.29.32.0";
const DV = "2.23.140.1.2.1";
const OV = "2.23.140.1.2.2";
const OWN = "1.3.6.1.4.1.55555.1";
const OTHER = "1.3.6.1.4.1.55555.2";

type Settings = NonNullable<InputOf<typeof chainAnalyze>["policies"]>;

/** The extensions of one certificate. */
interface Says {
  policies?: readonly string[];
  mappings?: readonly (readonly [from: string, to: string])[];
  require?: number;
  inhibitMapping?: number;
  inhibitAny?: number;
  /** Whether the CA issues itself a certificate: one of its name, for another key. */
  selfIssued?: boolean;
}

function extensionsOf({ policies, mappings, require, inhibitMapping, inhibitAny }: Says) {
  const skip = (tag: number, count: number | undefined): Bytes[] =>
    count === undefined ? [] : [element(tag, bytes(count))];
  const constraints = [...skip(0x80, require), ...skip(0x81, inhibitMapping)];
  return {
    ...policies && { certificatePolicies: listed(...policies.map((dotted): [string] => [dotted])) },
    ...mappings && {
      policyMappings: critical(seq(...mappings.map(([from, to]) => seq(oid(from), oid(to))))),
    },
    ...constraints.length > 0 && { policyConstraints: critical(seq(...constraints)) },
    ...inhibitAny !== undefined && { inhibitAnyPolicy: critical(element(2, bytes(inhibitAny))) },
  };
}

const root = authority("Root", keyOf("root"), null);

/** A chain from the end entity to the CA below the root. The last of `says` is the end entity's. */
function chain(...says: Says[]): Certificate[] {
  const path: Certificate[] = [];
  let issuer = root;
  for (const [place, one] of says.entries()) {
    const extensions = extensionsOf(one);
    if (place === says.length - 1) path.unshift(endEntity(issuer, { extensions }));
    else {
      const key = keyOf(`ca ${place}`);
      const extra = { keyUsage: critical(keyUsage("keyCertSign", "cRLSign")) };
      const common = one.selfIssued ? `CA ${place - 1}` : `CA ${place}`;
      issuer = authority(common, key, issuer, { extensions: { ...extra, ...extensions } });
      path.unshift(issuer.certificate);
    }
  }
  return path;
}

async function ask(path: readonly Certificate[], policies?: Settings) {
  return await analyze({
    ...{ certificate: pemOf(...path), roots: pemOf(root.certificate), judgeAs: "private" },
    ...{ at: now, policies },
  }, createContext());
}

const NONE: Settings = { requireExplicit: false, inhibitMapping: false, inhibitAny: false };

/** The valid policies, or the fault. */
async function outcome(path: readonly Certificate[], settings: Partial<Settings> = {}) {
  const answer = await ask(path, { ...NONE, ...settings });
  const faults = codes(answer).filter((code) => code.startsWith("policy_"));
  assert.equal(answer.validation.isValid, faults.length === 0);
  if (faults.length > 0) {
    assert.equal(answer.validation.policies, undefined);
    return faults.join(" ");
  }
  return (answer.validation.policies ?? []).map(({ oid }) => oid).join(" ");
}

/** Whether OpenSSL accepts the chain with its policies checked. */
async function openssl(path: readonly Certificate[], settings: Partial<Settings>) {
  const folder = await Deno.makeTempDir();
  const file = (name: string, certificates: readonly Certificate[]) => {
    Deno.writeTextFileSync(`${folder}/${name}`, pemOf(...certificates));
    return `${folder}/${name}`;
  };
  try {
    const { code } = await runProgram(findProgram("openssl")!, [
      ...["verify", "-policy_check", "-attime", String(Math.floor(now / 1000))],
      ...settings.requireExplicit ? ["-explicit_policy"] : [],
      ...settings.inhibitMapping ? ["-inhibit_map"] : [],
      ...settings.inhibitAny ? ["-inhibit_any"] : [],
      // Without any, OpenSSL accepts none.
      ...(settings.initial ?? [ANY]).flatMap((policy) => ["-policy", policy]),
      ...["-CAfile", file("root.pem", [root.certificate])],
      ...["-untrusted", file("others.pem", path.slice(1)), file("it.pem", path.slice(0, 1))],
    ]);
    return code === 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Case {
  name: string;
  says: Says[];
  settings?: Partial<Settings>;
  /** The valid policies, or the fault. */
  expected: string;
}

const CASES: Case[] = [
  { name: "no policies", says: [{}, {}], expected: "" },
  {
    name: "no policies, and one is demanded",
    ...{ says: [{}, {}], settings: { requireExplicit: true } },
    expected: "policy_not_valid@1",
  },
  { name: "one that all have", says: [{ policies: [DV, OV] }, { policies: [DV] }], expected: DV },
  { name: "any of the CA", says: [{ policies: [ANY] }, { policies: [DV] }], expected: DV },
  {
    name: "different ones, and none is demanded",
    ...{ says: [{ policies: [OV] }, { policies: [DV] }], expected: "" },
  },
  {
    name: "different ones, and the CA demands one",
    says: [{ policies: [OV], require: 0 }, { policies: [DV] }],
    expected: "policy_not_valid@0",
  },
  {
    name: "none in the end entity, two below the CA that demands one",
    says: [{ policies: [ANY], require: 1 }, { policies: [ANY] }, {}],
    expected: "policy_not_valid@0",
  },
  {
    name: "none in the end entity, before the demand begins",
    says: [{ policies: [ANY], require: 3 }, { policies: [ANY] }, {}],
    expected: "",
  },
  {
    name: "not one that the verifier accepts",
    says: [{ policies: [DV] }, { policies: [DV] }],
    settings: { initial: [OV], requireExplicit: true },
    expected: "policy_not_valid@0",
  },
  {
    name: "one that the verifier accepts, under any",
    says: [{ policies: [ANY] }, { policies: [ANY] }],
    settings: { initial: [OV], requireExplicit: true },
    expected: OV,
  },
  {
    name: "any, when the verifier inhibits it",
    says: [{ policies: [ANY] }, { policies: [DV] }],
    settings: { inhibitAny: true, requireExplicit: true },
    expected: "policy_not_valid@1",
  },
  {
    name: "any, when the CA inhibits it",
    says: [{ policies: [DV], inhibitAny: 0, require: 0 }, { policies: [ANY] }],
    expected: "policy_not_valid@0",
  },
  {
    name: "any in a certificate of the CA for itself, which may have it",
    says: [
      { policies: [DV], inhibitAny: 0, require: 0 },
      { policies: [ANY], selfIssued: true },
      { policies: [DV] },
    ],
    expected: DV,
  },
  {
    name: "a mapped one",
    says: [{ policies: [OWN], mappings: [[OWN, OTHER]], require: 0 }, { policies: [OTHER] }],
    expected: OWN,
  },
  {
    name: "a mapped one, when the verifier inhibits mapping",
    says: [{ policies: [OWN], mappings: [[OWN, OTHER]], require: 0 }, { policies: [OTHER] }],
    settings: { inhibitMapping: true },
    expected: "policy_not_valid@0",
  },
  {
    name: "a mapped one, when a CA above inhibits mapping",
    says: [
      { policies: [OWN], inhibitMapping: 0, require: 0 },
      { policies: [OWN], mappings: [[OWN, OTHER]] },
      { policies: [OTHER] },
    ],
    expected: "policy_not_valid@0",
  },
  {
    name: "a mapping to any",
    says: [{ policies: [OWN], mappings: [[OWN, ANY]] }, { policies: [OTHER] }],
    expected: "policy_any_mapped@1",
  },
  {
    name: "a mapping from any",
    says: [{ policies: [ANY], mappings: [[ANY, OTHER]] }, { policies: [OTHER] }],
    expected: "policy_any_mapped@1",
  },
];

describe("chain/analyze > policies", () => {
  for (const { name, says, settings = {}, expected } of CASES) {
    it(`${name}: ${expected || "none"}`, needs("openssl"), async () => {
      const path = chain(...says);
      assert.equal(await outcome(path, settings), expected);
      assert.equal(await openssl(path, settings), !expected.startsWith("policy_"), "openssl");
    });
  }

  it("returns the names of known policies", async () => {
    const { validation } = await ask(chain({ policies: [ANY] }, { policies: [DV, OWN] }));
    assert.deepEqual(validation.policies, [
      { oid: OWN, name: null },
      { oid: DV, name: "domain-validated" },
    ]);
  });

  it("mentions extended validation if the root's programs list the policy", async () => {
    const path = chain({ policies: [ANY] }, { policies: [DV, OWN] });
    const { certificates } = readBundle(pemOf(...path, root.certificate), new Budget());
    const given = certificates.map((entry) => ({ ...entry, source: "input" as const }));
    const policiesUnder = async (anchor: Certificate) => {
      const trustStore: TrustStore = {
        ...{ name: "Fixtures", source: "tests", date: "2026-11-24", certificates: [anchor] },
        evPolicies: (place) => place === 0 ? [OWN] : [],
      };
      const context = { budget: new Budget(), now };
      const { validation } = await analyzeCertificates({ given, trustStore }, context);
      return validation.policies;
    };
    const DOMAIN = { oid: DV, name: "domain-validated" };
    assert.deepEqual(await policiesUnder(root.certificate), [
      { oid: OWN, name: null, extendedValidation: true },
      DOMAIN,
    ]);
    const [other] = mozillaRoots().certificates;
    assert.deepEqual(await policiesUnder(other), [{ oid: OWN, name: null }, DOMAIN]);
  });

  it("has the extended validation policies of listed roots", () => {
    const { certificates, evPolicies } = mozillaRoots();
    const of = (name: string) =>
      evPolicies!(certificates.findIndex(({ subject }) => subject.commonName === name));
    assert(of("GlobalSign Root E46").includes("1.3.6.1.4.1.4146.1.1"));
    assert.deepEqual(of("ISRG Root X1"), []);
  });

  it("prefers a path with a valid policy", async () => {
    const says = [{ policies: [DV], require: 0 }, { policies: [DV] }];
    const [leaf, good] = chain(...says);
    const [, bad] = chain({ policies: [OV], require: 0 }, { policies: [OV] });
    for (const path of [[leaf, good, bad], [leaf, bad, good]]) {
      assert.equal(await outcome(path), DV);
    }
    assert.equal(await outcome([leaf, bad]), "policy_not_valid@0");
  });

  it("ignores constraints that cannot be read", async () => {
    for (const name of ["policyConstraints", "policyMappings", "inhibitAnyPolicy"]) {
      const ca = authority("CA", keyOf("ca"), root, { extensions: { [name]: bytes(5, 0) } });
      const answer = await ask([endEntity(ca), ca.certificate]);
      assert(codes(answer).includes("extension_malformed@1"), name);
      assert.equal(answer.validation.isValid, false);
    }
  });

  it("rejects invalid settings", async () => {
    const certificate = pemOf(...chain({}, {}));
    for (
      const [policies, path, message] of [
        [7, "policies", /^Policies must be an object$/],
        [{ initial: [] }, "policies.initial", /leave the field out for any policy$/],
        [{ initial: "1.2.3" }, "policies.initial", /must be a list$/],
        [{ initial: ["1.2.x"] }, "policies.initial.0", /must be an OID/],
        [{ initial: Array(101).fill("1.2.3") }, "policies.initial", /must be at most 100$/],
        [{ requireExplicit: 1 }, "policies.requireExplicit", /must be true or false$/],
      ] as const
    ) {
      const input = { certificate, policies };
      const outcome = await execute(operations, "chain/analyze", input, createContext());
      assert(!outcome.ok);
      assert.equal(outcome.error.issues![0].path, path);
      assert.match(outcome.error.issues![0].message, message);
    }
  });
});
