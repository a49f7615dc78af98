/**
 * bundle/make: finds among any files the certificate, the key and the chain for a target, and writes the folder that it
 * needs, with the lines and commands that install it, test it and take it back. A folder that clients would refuse is
 * not handed out: the verdict has the reasons.
 */
import { toHex } from "../x509/asn1/hex.ts";
import { charactersOf } from "../password/characters.ts";
import { passwordSource } from "../password/generate.ts";
import { portableName } from "../file-names.ts";
import { Collection } from "../inspect/collection.ts";
import { type Results, resultsOf } from "../inspect/results.ts";
import type { Context } from "../kernel/context.ts";
import { named } from "../kernel/formatting.ts";
import type { InputOf, OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { readReferenceName } from "../names/service-identity.ts";
import { readIpAddress } from "../names/ip-address.ts";
import { convert } from "../pfx/convert.ts";
import { TARGET_NAMES } from "../targets.ts";
import { readyVerdict, refusedVerdict } from "../verdict/bundle.ts";
import { mailFor, type Ordered } from "../verdict/text/bundle-mail.ts";
import { authorityName } from "../names/certificate-name.ts";
import { chainIndex } from "../verdict/judge/inspect/chains.ts";
import { certificateInfo, loadFingerprintDigests } from "../x509/objects/certificate-info.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { writePem } from "../x509/pem/pem.ts";
import { wholeSecond } from "../x509/validity.ts";
import { choose, type Leaf } from "./choose.ts";
import type { bundleMake } from "./contract.ts";
import { judge } from "./faults.ts";
import { leftOut } from "./left-out.ts";
import { readmeOf } from "./readme.ts";
import type { BundleFile, Material, Target } from "./target.ts";
import { targets } from "./targets.ts";

type Input = InputOf<typeof bundleMake>;
type Answer = OutputOf<typeof bundleMake>;

/** A made password has some 140 bits, so the weak derivation of the oldest PFX files does not matter. */
const PASSWORD_LENGTH = 24;
const PASSWORD_CHARACTERS = {
  uppercase: true,
  lowercase: true,
  numbers: true,
  symbols: false,
  excludeAmbiguous: true,
};

/**
 * Returns the folder for the target, or the reasons against one. Throws only `too_complex`, and the errors of
 * pfx/convert for a key that no PFX file can hold.
 */
export const make: Operation<typeof bundleMake> = async (input, context) => {
  const collection = new Collection({
    context: () => context,
    acceptPrivateKeys: true,
    tolerant: false,
  });
  try {
    const encoder = new TextEncoder();
    for (const { name, text } of input.texts) {
      if (text.trim() !== "") await collection.add({ name, bytes: encoder.encode(text) });
    }
    for (const passphrase of input.passphrases) await collection.unlock(passphrase, null);
    const now = input.at ?? context.now;
    const results = await resultsOf(collection, { now, budget: context.budget });
    return await made(collection, results, input, now, context);
  } finally {
    collection.dispose();
  }
};

async function made(
  collection: Collection,
  results: Results,
  input: Input,
  now: number,
  context: Context,
): Promise<Answer> {
  const target = targets[input.target];
  const common = {
    target: input.target,
    documentation: target.documentation,
    unread: results.skipped.flatMap(({ file, message, id }) =>
      id === null ? [{ file, message }] : []
    ),
    evaluatedAt: formatTime(wholeSecond(now)),
  };
  const nothing = { ready: false, files: [], password: null, steps: [], test: null, undo: null };
  const choice = choose(collection, results, {
    reference: readReferenceName(input.host),
    host: input.host.trim(),
    fingerprint: input.certificate,
    now,
    ...needsOf(target),
  });
  if ("fault" in choice) {
    const { fault, request, about } = choice;
    const asked = {
      certificate: about && orderedOf(about),
      request: request === null ? null : results.members.pem([request]),
    };
    return {
      ...common,
      ...nothing,
      mail: mailFor([fault], asked),
      ...{ certificate: null, chain: null, host: null },
      leftOut: leftOut(collection, results, new Set(), null),
      verdict: refusedVerdict([fault], []),
    };
  }
  const { leaf, others } = choice;
  const { faults, remarks } = judge(collection, results, {
    ...{ leaf, others, now },
    ...{ target: input.target, needs: { ...needsOf(target), takes: target.takes } },
  });
  const info = certificateInfo(leaf.certificate, now, await loadFingerprintDigests());
  const host = hostOf(leaf, input.host);
  const [first, ...more] = faults;
  if (first) {
    const [request = null] = leaf.set.requests;
    const asked = {
      certificate: orderedOf(leaf),
      request: request === null ? null : results.members.pem([request]),
    };
    return {
      ...common,
      ...nothing,
      mail: mailFor(faults, asked),
      ...{ certificate: info, chain: null, host },
      leftOut: leftOut(collection, results, usedOf(leaf, target), choice),
      verdict: refusedVerdict([first, ...more], remarks),
    };
  }
  const { material, password, used } = await materialOf(
    collection,
    results,
    { leaf, host: host ?? "", target, fingerprint: info.fingerprints.sha256 },
    input,
    context,
  );
  const written = target.write(material);
  const name = host ?? leaf.name;
  const verdict = readyVerdict({
    target: input.target,
    name,
    until: formatTime(leaf.certificate.notAfter),
    files: written.files.length,
    hasKey: target.isWithoutKey !== true,
  }, [...remarks, ...written.files.some(isOpenKey) ? [OPEN_KEY] : []]);
  const readme = readmeOf(TARGET_NAMES[input.target], target.documentation, named(name), written);
  return {
    ...common,
    ready: true,
    files: [...written.files, readme],
    password,
    steps: [...written.steps],
    test: written.test,
    undo: written.undo,
    mail: written.mail ?? null,
    certificate: info,
    chain: wholeChain(material),
    host,
    leftOut: leftOut(collection, results, used, choice),
    verdict,
  };
}

/** The parts of the folder, and the ids of the objects in it. */
async function materialOf(
  collection: Collection,
  { members, chains }: Results,
  { leaf, host, target, fingerprint }: {
    leaf: Leaf;
    host: string;
    target: Target;
    fingerprint: string;
  },
  input: Input,
  context: Context,
): Promise<{ material: Material; password: string | null; used: Set<number> }> {
  const { set } = leaf;
  const key = target.isWithoutKey ? "" : keyOf(collection, set);
  const sent = members.withoutRoot(set.chain);
  const [certificate, ...issuers] = sent;
  const roots = set.chain.slice(sent.length);
  const isPublic = chainIndex(chains).get(leaf.id)?.chain.trusted === true;
  const until = new Date(leaf.certificate.notAfter).toISOString().slice(0, 10);
  const name = portableName(leaf.name, "certificate");
  const base = `${name}_until_${until}`;
  const isOwn = input.password !== "";
  const password = target.pfx === null ? null : isOwn ? input.password : newPassword(context);
  const pfx = target.pfx === null ? null : await convert({
    certificate: members.pem(sent),
    privateKey: key,
    passphrase: "",
    password: password!,
    encryption: target.pfx,
    friendlyName: base,
    at: input.at,
  }, context);
  return {
    material: {
      name,
      base,
      host,
      names: leaf.names,
      certificate: members.pem([certificate]),
      issuers: members.pem(issuers),
      root: isPublic ? null : rootOf(members.pem(roots), leaf),
      order: { ...orderedOf(leaf), fingerprint },
      key,
      pfx: pfx && pfx.pfx,
      newId: () => newId(context),
    },
    password: isOwn ? null : password,
    used: usedOf(leaf, target),
  };
}

/** The ids of the objects of a folder. */
const usedOf = ({ id, set }: Leaf, { isWithoutKey = false }: Target): Set<number> =>
  new Set([id, ...set.chain, ...isWithoutKey ? [] : set.privateKeys]);

/** The first key of the set, PEM. */
function keyOf(collection: Collection, { privateKeys: [id] }: Leaf["set"]): string {
  const object = collection.get(id);
  if (object?.kind !== "private-key" || object.privateKey === null) {
    throw new Error("The set has a key that cannot be read");
  }
  return writePem("PRIVATE KEY", object.privateKey.pkcs8);
}

const wholeChain = ({ certificate, issuers, root }: Material): string =>
  certificate + issuers + (root === null || root === certificate ? "" : root);

const needsOf = ({ holder = "server", isWithoutKey = false }: Target) => ({
  holder,
  needsKey: !isWithoutKey,
});

const OPEN_KEY = { code: "bundle_key_open", facts: {} } as const;

const isOpenKey = ({ content }: BundleFile): boolean => content.includes("-----BEGIN PRIVATE KEY");

/** The root that clients need; for a certificate that signed itself the certificate. */
const rootOf = (roots: string, leaf: Leaf): string | null =>
  roots !== ""
    ? roots
    : leaf.candidate.isSelfIssued
    ? writePem("CERTIFICATE", leaf.certificate.bytes)
    : null;

/** A random UUID (RFC 9562, 5.4). */
function newId({ random }: Context): string {
  const bytes = random(16);
  bytes[6] = bytes[6] & 0x0f | 0x40;
  bytes[8] = bytes[8] & 0x3f | 0x80;
  return toHex(bytes).toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const newPassword = ({ random }: Context): string =>
  passwordSource(charactersOf(PASSWORD_CHARACTERS), random)(PASSWORD_LENGTH);

/**
 * The name of the server in the lines, which is a word for every program: A-labels or an address. The first name of the
 * certificate if the caller gave none; a wildcard covers "www".
 */
function hostOf({ names }: Leaf, given: string): string | null {
  const asked = given.trim() === "" ? names[0] ?? null : given;
  if (asked === null) return null;
  const name = asked.startsWith("*.") ? `www${asked.slice(1)}` : asked;
  const reference = readReferenceName(name);
  if (reference === null) return null;
  return reference.type === "DNS" ? reference.name : readIpAddress(name)!.text;
}

const orderedOf = ({ name, certificate }: Leaf): Ordered => ({
  name,
  serialNumber: certificate.serialNumber,
  issuer: authorityName(certificate.issuer),
  notAfter: formatTime(certificate.notAfter),
});
