/** The settings of a verifier: certificate policies and roots that the caller trusts. */
import { analyzeCertificates } from "../../../core/chain/analyze.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { comparableKey, compareKeys } from "../../../core/x509/keys/key-comparison.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import {
  type PolicyExtensions,
  policyFindings,
  processPolicies,
  validPolicies,
} from "../../../core/x509/path/policies.ts";
import type { PolicySettings } from "../../../core/x509/rules/rule.ts";
import { ANY, byTree } from "../../core/x509/policy-tree.ts";
import { authority, endEntity, keyOf } from "../../core/x509/revocation/authorities.ts";
import { now } from "../../core/x509/revocation/maker.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { bytes, oid, seq } from "../../core/x509/rules/der.ts";
import { critical, policies } from "../../core/x509/rules/maker.ts";
import type { Json } from "../json-mutations.ts";
import {
  type AnyTarget,
  bytesTarget,
  jsonTarget,
  must,
  refusal,
  sameBytes,
  squash,
} from "../target.ts";

const POLICIES = ["1.1", "1.2", "1.3", ANY];
/** The tree grows exponentially, so that paths and certificates are small. */
const MAX_PATH = 5;
const MAX_ITEMS = 5;

const asList = (value: unknown): unknown[] => Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
/** One of the four policies for any value, so that mutated ones meet. */
const asPolicy = (value: unknown): string =>
  POLICIES.find((one) => one === value) ?? POLICIES[JSON.stringify(value ?? 0).length % 4];
const asCount = (value: unknown): number | null => typeof value === "number" ? value & 3 : null;
const member = (value: Json, name: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;

const extensionsOf = (value: Json): PolicyExtensions => ({
  isSelfIssued: member(value, "self") === true,
  policies: member(value, "policies") === null
    ? null
    : asList(member(value, "policies")).map(asPolicy),
  mappings: asList(member(value, "mappings")).map((one) => ({
    issuerDomainPolicy: asPolicy(asList(one)[0]),
    subjectDomainPolicy: asPolicy(asList(one)[1]),
  })),
  requireExplicitPolicy: asCount(member(value, "require")),
  inhibitPolicyMapping: asCount(member(value, "inhibitMapping")),
  inhibitAnyPolicy: asCount(member(value, "inhibitAny")),
});

const settingsOf = (value: Json): PolicySettings => ({
  initial: Array.isArray(member(value, "initial"))
    ? ["1.2", ...asList(member(value, "initial")).map(asPolicy)].filter((one) => one !== ANY)
    : null,
  requireExplicit: member(value, "requireExplicit") === true,
  inhibitMapping: member(value, "inhibitMapping") === true,
  inhibitAny: member(value, "inhibitAny") === true,
});

const level = (policies: string[], mappings: string[][] = []): Json => ({
  ...{ self: false, policies, mappings, require: 0, inhibitMapping: null, inhibitAny: null },
});

/** The graph of RFC 9618 gives what the tree of RFC 5280 gives. */
const graph = jsonTarget({
  name: "policy-graph",
  weight: 8,
  seeds: [
    { path: [level(["1.1"]), level(["1.1"])], settings: { requireExplicit: true } },
    { path: [level(["1.1"], [["1.1", "1.2"]]), level(["1.2"])], settings: { initial: ["1.1"] } },
    {
      path: [level([ANY], [["1.1", "1.3"], ["1.2", "1.3"]]), level(["1.3", ANY]), level(["1.3"])],
      settings: { initial: ["1.2"], inhibitAny: true },
    },
  ],
  run(input) {
    const list = member(input, "path");
    const path = (Array.isArray(list) ? list.slice(0, MAX_PATH) : []).map(extensionsOf);
    if (path.length === 0) return "no path";
    const settings = settingsOf(member(input, "settings") as Json);
    const { policies, fault } = processPolicies(path, settings, new Budget());
    const expected = byTree(path, settings);
    must(
      JSON.stringify(fault === null ? policies : null) === JSON.stringify(expected),
      "graph and tree differ",
    );
    return `${path.length} ${fault?.code ?? policies.join(" ")}`;
  },
});

const root = authority("Root", keyOf("root"), null);
const ca = authority("CA", keyOf("ca"), root, {
  extensions: {
    certificatePolicies: policies(["1.3.6.1.4.1.55555.1"]),
    policyMappings: critical(seq(seq(oid("1.3.6.1.4.1.55555.1"), oid("2.23.140.1.2.1")))),
    policyConstraints: critical(seq(element(0x80, bytes(0)))),
    inhibitAnyPolicy: critical(element(2, bytes(1))),
  },
});
const leaf = endEntity(ca, {
  extensions: { certificatePolicies: policies(["2.23.140.1.2.1"]) },
});

/** Any bytes as the certificate between the end entity and the root. */
const extensions = bytesTarget({
  name: "policy-extensions",
  weight: 8,
  seeds: [ca.certificate.bytes],
  run(input) {
    const budget = new Budget();
    const settings = { requireExplicit: false, inhibitMapping: false, inhibitAny: false };
    const inputs = { now, reference: null, purpose: null, budget };
    try {
      const between = readCertificate(input, budget);
      const path = [leaf, between, root.certificate]
        .map((certificate) => new Candidate(certificate, "input", null));
      const found = policyFindings(path, inputs);
      const valid = validPolicies(path, inputs);
      const initial = ["1.3.6.1.4.1.55555.1"];
      const accepted = validPolicies(path, { ...inputs, policies: { ...settings, initial } });
      must(accepted.every((one) => initial.includes(one)), "a policy that was not asked for");
      const required = { ...settings, initial, requireExplicit: true };
      const refused = policyFindings(path, { ...inputs, policies: required });
      must(found.length === 0 || refused.length > 0, "a demand makes a path valid");
      must(refused.length > 0 || accepted.length > 0, "no policy is valid and none is missed");
      return `${found.map(({ code }) => code)} ${refused.length} ${valid.join(" ")}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const given = [leaf, ca.certificate].map((certificate, position) => ({
  ...{ certificate, position, source: "input" as const },
}));
const anchors = [root.certificate, ...given.map(({ certificate }) => certificate)];

/** Whether two certificates have the name and key of one trust anchor (RFC 5280, 6.1.1 (d)). */
function isSameAnchor(one: Certificate, other: Certificate, budget: Budget): boolean {
  if (
    new Candidate(one, "roots", null).subjectKey !== new Candidate(other, "roots", null).subjectKey
  ) {
    return false;
  }
  const [key, expected] = [one, other].map(({ publicKey }) => comparableKey(publicKey, budget));
  return compareKeys(key, expected).equal === true;
}

/** Any bytes as a root that the caller trusts. */
const roots = bytesTarget({
  name: "given-roots",
  weight: 6,
  seeds: [root.certificate.bytes, ca.certificate.bytes, leaf.bytes],
  async run(input) {
    const context = createContext({ now });
    try {
      const certificate = readCertificate(input, context.budget);
      const { validation, problems, chain } = await analyzeCertificates(
        { given, roots: [certificate], judgeAs: "private" },
        context,
      );
      must(!validation.trusted, "a root of the caller is called public");
      const isValid = validation.isValid === true;
      const isAnchor = anchors.some((one) => isSameAnchor(certificate, one, context.budget));
      must(!isValid || isAnchor, "another name or key is trusted");
      must(!isValid || validation.trustedByYou === true, "valid without a root");
      const isWhole = sameBytes(input, root.certificate.bytes);
      must(!isWhole || isValid, "the root itself is not trusted");
      const codes = [...new Set(problems.map(({ code }) => code))].sort();
      return squash(`${validation.isValid} ${chain.length} ${codes.join(" ")}`);
    } catch (thrown) {
      if (isOperationError(thrown) && thrown.code === "wrong_type") return thrown.code;
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

export const verifier: readonly AnyTarget[] = [graph, extensions, roots];
