/**
 * Faults to seed into core/chain, one at a time: each breaks one rule, and some test must notice.
 *
 * They are kept as data: the rule in words, the exact source text, which stands in its file once,
 * and what takes its place. `deno task mutation` tells when the source has moved on.
 */

export interface Fault {
  /** Seen from core/chain. */
  file: string;
  /** The rule that the fault breaks. */
  rule: string;
  /** Source text that occurs in the file exactly once. */
  source: string;
  replacement: string;
}

type Row = readonly [rule: string, source: string, replacement: string];

const of = (file: string, rows: readonly Row[]): Fault[] =>
  rows.map(([rule, source, replacement]) => ({ file, rule, source, replacement }));

const validity = of("validate.ts", [
  [
    "notAfter is inclusive",
    "if (second > certificate.notAfter) {",
    "if (second >= certificate.notAfter) {",
  ],
  ["fractions of a second do not count", "const second = now - now % 1000;", "const second = now;"],
  [
    "notBefore is inclusive",
    "} else if (second < certificate.notBefore) {",
    "} else if (second <= certificate.notBefore) {",
  ],
  [
    "a lifetime includes its last second",
    "(certificate.notAfter + 1000 - certificate.notBefore)",
    "(certificate.notAfter - certificate.notBefore)",
  ],
  ["the longest lifetime is allowed", "if (days > most) {", "if (days >= most) {"],
  ["398 days were allowed until 2026", '["2020-09-01", 398]', '["2020-09-01", 399]'],
]);

const form = of("validate.ts", [
  [
    "extensions need version 3",
    "if (version > 3 || (version !== 3 && extensions.length > 0)) {",
    "if (version > 3) {",
  ],
  [
    "there is no version above 3",
    "if (version > 3 || (version !== 3 && extensions.length > 0)) {",
    "if (version !== 3 && extensions.length > 0) {",
  ],
  [
    "both signature algorithms are the same",
    "if (certificate.hasDifferentAlgorithms) {",
    "if (certificate.hasDifferentAlgorithms && certificate.version > 3) {",
  ],
  [
    "an issuer has a name",
    'if (candidate.issuerKey === "") add(',
    'if (candidate.issuerKey === " ") add(',
  ],
  ["a serial number has at most 20 octets", "serial.length > 20 +", "serial.length > 22 +"],
  [
    "the sign octet of a serial number does not count",
    "(serial[0] === 0 ? 1 : 0)",
    "(serial[0] === 0 ? 0 : 0)",
  ],
  ["a serial number is not zero", "|| zero ||", "||"],
  ["a serial number is not negative", "|| serial[0] >= 0x80;", ";"],
  [
    "a root's serial number is nobody's business",
    'if (role !== "root" && outOfRange) {',
    "if (outOfRange) {",
  ],
  [
    "an extension stands there once",
    'if (seen.has(oid)) add("duplicate_extension"',
    'if (seen.has(oid) && critical) add("duplicate_extension"',
  ],
  [
    "an unknown extension may be there unless it is critical",
    "if (critical && !UNDERSTOOD.has(oid)) {",
    "if (!UNDERSTOOD.has(oid)) {",
  ],
  [
    "the TLS feature extension may be critical (RFC 7633)",
    "  EXTENSION.tlsFeature,\n",
    "",
  ],
  ["policy mappings may be critical", '  "2.5.29.33", // policyMappings\n', ""],
  [
    "the list of extensions is whole",
    "if (!certificate.extensionsWhole) {",
    "if (!certificate.extensionsWhole && extensions.length === 0) {",
  ],
  [
    "an unreadable key usage cannot be kept",
    "  EXTENSION.keyUsage,\n  EXTENSION.extendedKeyUsage,\n  EXTENSION.subjectAltName,\n]);",
    "  EXTENSION.extendedKeyUsage,\n  EXTENSION.subjectAltName,\n]);",
  ],
  [
    "an unreadable extended key usage cannot be kept",
    "  EXTENSION.keyUsage,\n  EXTENSION.extendedKeyUsage,\n  EXTENSION.subjectAltName,\n]);",
    "  EXTENSION.keyUsage,\n  EXTENSION.subjectAltName,\n]);",
  ],
  [
    "what is critical must be readable",
    "if (!DECISIVE.has(raw.oid) && !(raw.critical && UNDERSTOOD.has(raw.oid))) continue;",
    "if (!DECISIVE.has(raw.oid)) continue;",
  ],
  [
    "unreadable name constraints are said once, by their own code",
    "if (problem !== null && !OWN_CODES.has(raw.oid)) {",
    "if (problem !== null) {",
  ],
  ["integers are in their shortest form", '  "integer_not_minimal",\n', ""],
  ["booleans are 00 or FF", '  "boolean_not_der",\n', ""],
]);

const keys = of("validate.ts", [
  ["RSA keys have 2048 bits", "if (bits < 2048) {", "if (bits <= 2048) {"],
  ["RSA keys have no less than 2048 bits", "if (bits < 2048) {", "if (bits < 1024) {"],
  ["RSA keys are whole octets", "} else if (bits % 8 !== 0) {", "} else if (bits % 2 !== 0) {"],
  [
    "nobody relies on a root's own signature",
    'if (role !== "root" && used !== null &&',
    "if (used !== null &&",
  ],
  [
    "the hash of RSASSA-PSS stands in its parameters",
    "const used = candidate.certificate.signature.pss?.hash ?? hash;",
    "const used = hash;",
  ],
  ["MD5 can be forged", '["SHA-1", "MD5", "MD4", "MD2"]', '["SHA-1", "MD4", "MD2"]'],
  [
    "P-521 is an allowed curve",
    '["P-256", "P-384", "P-521"].includes',
    '["P-256", "P-384"].includes',
  ],
]);

const extensions = of("validate.ts", [
  [
    "an authority key identifier names a key",
    "if (keyIdentifier === null) {",
    "if (keyIdentifier === null && authorityCertIssuer === null) {",
  ],
  [
    "an authority key identifier names no more than a key",
    "authorityCertIssuer !== null || authorityCertSerialNumber !== null",
    "authorityCertIssuer !== null && authorityCertSerialNumber !== null && keyIdentifier === null",
  ],
  [
    "a root's authority key identifier is its own",
    "candidate.keyIdentifier !== null && keyIdentifier !== candidate.keyIdentifier",
    "candidate.keyIdentifier === null",
  ],
  [
    "a self-issued end entity needs no authority key identifier",
    'else if (!aki && role !== "root" && !(role === "leaf" && candidate.isSelfIssued)) {',
    'else if (!aki && role !== "root") {',
  ],
  [
    "a root needs no authority key identifier",
    'else if (!aki && role !== "root" && !(role === "leaf" && candidate.isSelfIssued)) {',
    'else if (!aki && !(role === "leaf" && candidate.isSelfIssued)) {',
  ],
  [
    "every CA has a subject key identifier",
    "if (!ski && isAuthority && candidate.isCa) {",
    'if (!ski && role === "intermediate" && candidate.isCa) {',
  ],
  [
    "only a CA limits a path length",
    "if (basic?.value && !basic.value.ca && basic.value.pathLen !== null) {",
    "if (basic?.value && basic.value.pathLen !== null) {",
  ],
  [
    "only a CA may sign certificates",
    "if (!isAuthority && !candidate.isCa && candidate.keyUsage?.includes(",
    "if (!isAuthority && candidate.isCa && candidate.keyUsage?.includes(",
  ],
  [
    "policy constraints are critical",
    "if (policies && !policies.critical) {",
    "if (policies && policies.critical) {",
  ],
  [
    "inhibitAnyPolicy is critical",
    "if (inhibit && !inhibit.critical) {",
    "if (inhibit && inhibit.critical) {",
  ],
  [
    "policies are not evaluated, which is said",
    "if (policies || inhibit) {",
    "if (policies && inhibit) {",
  ],
]);

const authorities = of("validate.ts", [
  [
    "unreadable basic constraints are one problem",
    "if (!(basic && basic.problem)) {",
    "if (basic !== undefined) {",
  ],
  [
    "what does not say that it is a CA is none",
    "  if (!candidate.isCa) {\n    if (!(basic",
    "  if (basic && !candidate.isCa) {\n    if (!(basic",
  ],
  [
    "a CA's basic constraints are critical",
    "} else if (!basic!.critical) {",
    "} else if (basic === null) {",
  ],
  [
    "a CA's key usage holds keyCertSign",
    'if (candidate.keyUsage !== null && !candidate.keyUsage.includes("keyCertSign")) {',
    'if (candidate.keyUsage !== null && !candidate.keyUsage.includes("cRLSign")) {',
  ],
  [
    "a CA has a key usage",
    "} else if (candidate.isCa && !candidate.raw(EXTENSION.keyUsage)) {",
    "} else if (!candidate.isCa && !candidate.raw(EXTENSION.keyUsage)) {",
  ],
  [
    "a CA has a name",
    'if (candidate.subjectKey === "") add("subject_empty"',
    'if (candidate.issuerKey === "") add("subject_empty"',
  ],
  [
    "an anchor that another CA issued may have an extended key usage",
    'if (role === "root" && candidate.isSelfIssued && candidate.extendedKeyUsage !== null) {',
    'if (role === "root" && candidate.extendedKeyUsage !== null) {',
  ],
]);

const leaf = of("validate.ts", [
  [
    "rules for servers are for servers",
    '(purpose === null && (usages === null || usages.includes("serverAuth")))',
    '(usages === null || usages.includes("serverAuth"))',
  ],
  [
    "without an extended key usage every purpose is allowed",
    "if (purpose !== null && usages !== null && !allows(usages, purpose)) {",
    "if (purpose !== null && !allows(usages ?? [], purpose)) {",
  ],
  [
    "any purpose includes the one asked for",
    'return usages.includes(purpose) || usages.includes("anyExtendedKeyUsage");',
    "return usages.includes(purpose);",
  ],
  [
    "alternative names are critical only without a subject",
    "if (san && subject.attributes.length === 0 && !san.critical) {",
    "if (san && !san.critical) {",
  ],
  [
    "alternative names are critical without a subject",
    "if (san.critical && subject.attributes.length > 0) {",
    "if (san.critical) {",
  ],
  [
    "a key usage allows something",
    "if (candidate.keyUsage?.length === 0) {",
    "if (candidate.keyUsage === null) {",
  ],
  [
    "an end entity of an older version has one fault",
    "if (!isServer || certificate.version !== 3) return;",
    "if (!isServer) return;",
  ],
  [
    "an unreadable extended key usage is not a missing one",
    "if (usages === null && !eku) add(",
    "if (usages === null) add(",
  ],
  ["a server's certificate signs no OCSP responses", '  "OCSPSigning",\n', ""],
  ["a server's certificate signs no code", '  "codeSigning",\n', ""],
  [
    "a key that agrees on keys serves TLS",
    '["digitalSignature", "keyEncipherment", "keyAgreement"]',
    '["digitalSignature", "keyEncipherment"]',
  ],
  [
    "an empty key usage is said once",
    "if (!candidate.isCa && usable.length > 0 && !usable.some(",
    "if (!candidate.isCa && !usable.some(",
  ],
  [
    "an IP address has 4 or 16 octets",
    "const isAddress = bytes.length === 4 || bytes.length === 16;",
    "const isAddress = bytes.length >= 4 && bytes.length <= 16;",
  ],
  ["localhost is a name that is let through", 'name !== "localhost" && ', ""],
  ["a DNS name has no underscore", '|| name.includes("_")', ""],
  [
    "no wildcard for a top-level domain",
    'return name.startsWith("*.") && !name.slice(2).includes(".")',
    'return name.startsWith("*.") && name.slice(2).includes("..")',
  ],
  [
    "an IP address may be the common name",
    'if (type === "IP") given.add(value);',
    'if (type === "URI") given.add(value);',
  ],
  [
    "an empty list of alternative names is malformed",
    "const problem = alternative.length === 0",
    "const problem = alternative.length < 0",
  ],
]);

const links = of("validate.ts", [
  [
    "self-issued certificates do not count for the path length",
    "path.slice(1, index).filter((candidate) => !candidate.isSelfIssued).length",
    "path.slice(1, index).length",
  ],
  [
    "the leaf does not count for the path length",
    "path.slice(1, index).filter((candidate) => !candidate.isSelfIssued).length",
    "path.slice(0, index).filter((candidate) => !candidate.isSelfIssued).length",
  ],
  [
    "as many CAs as the path length allows",
    "if (pathLen !== null && between > pathLen) {",
    "if (pathLen !== null && between >= pathLen) {",
  ],
  [
    "a path length of 0 is a limit",
    "if (pathLen !== null && between > pathLen) {",
    "if (pathLen && between > pathLen) {",
  ],
  [
    "a CA for any purpose passes on every purpose",
    "if (allowed === null || allowed.has(ANY_PURPOSE)) return true;",
    "if (allowed === null) return true;",
  ],
  [
    "a CA passes on no purpose that it has not",
    "if (purpose !== null) return allowed.has(purpose);",
    "if (purpose !== null) return true;",
  ],
  [
    "without a purpose asked for, the leaf's own must be passed on",
    "    allowed.has(usage) &&\n",
    "    allowed.size > 0 &&\n",
  ],
  [
    "a purpose survives every CA between",
    "purposes === null || purposes.has(usage) || purposes.has(ANY_PURPOSE)",
    "purposes === null || purposes.size > 0",
  ],
  [
    "an end entity for itself is not exempt from name constraints",
    "if (below > 0 && candidate.isSelfIssued) continue;",
    "if (candidate.isSelfIssued) continue;",
  ],
  [
    "a CA's certificate for itself is exempt from name constraints",
    "if (below > 0 && candidate.isSelfIssued) continue;",
    "if (below < 0 && candidate.isSelfIssued) continue;",
  ],
  [
    "name constraints hold for CAs too",
    "of path.slice(0, index).entries()",
    "of path.slice(0, 1).entries()",
  ],
]);

const building = of("build.ts", [
  [
    "a trusted path with a policy fault is better than an untrusted one without",
    "  { trusted: true, unverified: false, forgives: proven },\n  { trusted: false, unverified: false, forgives: flawless },\n",
    "  { trusted: false, unverified: false, forgives: flawless },\n  { trusted: true, unverified: false, forgives: proven },\n",
  ],
  [
    "a path without faults is better than one with a policy fault",
    "  { trusted: false, unverified: false, forgives: flawless },\n",
    "",
  ],
  [
    "a link that cannot be verified is taken when there is no other",
    "  { trusted: false, unverified: true, forgives: proven },\n",
    "",
  ],
  [
    "a verified path is better than one that cannot be verified",
    "if (signed === false || (signed === null && !tier.unverified)) continue;",
    "if (signed === false) continue;",
  ],
  [
    "a link whose signature does not hold is no link",
    "if (signed === false || (signed === null && !tier.unverified)) continue;",
    "if (signed === null && !tier.unverified) continue;",
  ],
  ["chains of nineteen certificates are judged", "const MAX_DEPTH = 20;", "const MAX_DEPTH = 18;"],
  [
    "trusted paths end at anchors",
    "isRoot ? tier.trusted && !pool.isTrusted(issuer) : this.#isTooDeep(longer)",
    "isRoot ? false : this.#isTooDeep(longer)",
  ],
  [
    "an issuer with a fault of its own is passed by",
    'if (!this.#ownOf(issuer, isRoot ? "root" : "intermediate").every(tier.forgives)) continue;',
    "",
  ],
  [
    "a root is judged as one",
    'if (!this.#ownOf(issuer, isRoot ? "root" : "intermediate").every(tier.forgives)) continue;',
    'if (!this.#ownOf(issuer, "intermediate").every(tier.forgives)) continue;',
  ],
  [
    "a path that its issuer does not allow is passed by",
    "if (!linkViolations(longer, rules).every(tier.forgives)) continue;",
    "",
  ],
  [
    "of broken paths the least broken is told",
    "if (best === null || isBefore(rank, bestRank)) {",
    "if (best === null) {",
  ],
  [
    "the path's own rules are told with it",
    "if (index > 0) violations.push(...linkViolations(certificates.slice(0, index + 1), rules));",
    "",
  ],
  [
    "a signature that does not hold is told",
    "        if (signed === false) {\n",
    "        if (signed === false && index > 0) {\n",
  ],
  [
    "a self-signed end entity that is an anchor is trusted",
    "} else if (index === 0 && !last.isCa && !trusted) {",
    "} else if (index === 0 && !last.isCa) {",
  ],
  [
    "a lone root is no end entity that vouches for itself",
    "} else if (index === 0 && !last.isCa && !trusted) {",
    "} else if (index === 0 && !trusted) {",
  ],
  [
    "no CA stands on a path twice",
    "      .filter((issuer) => !onPath.has(issuer.identity))\n",
    "",
  ],
  [
    "a key identifier leads to the issuer first",
    "        identifierFit(child, issuer),\n        now",
    "        0,\n        now",
  ],
  [
    "of two issuers that fit, the one that lasts longer",
    "        -notAfter,\n",
    "        notAfter,\n",
  ],
  [
    "a key of another identifier does not stand for the issuer",
    "named.find((issuer) => identifierFit(child, issuer) !== 2)",
    "named.find((issuer) => identifierFit(child, issuer) !== 3)",
  ],
  [
    "as many intermediates as allowed",
    "return counted > maxIntermediates;",
    "return counted >= maxIntermediates;",
  ],
  [
    "self-issued certificates are no intermediates",
    "path.slice(1).filter((candidate) => !candidate.isSelfIssued).length",
    "path.slice(1).length",
  ],
  [
    "a CA that serves is judged as a server",
    'if (purpose !== null || !candidate.isCa) return "leaf";',
    'if (!candidate.isCa) return "leaf";',
  ],
  [
    "a broken path that goes further tells more",
    "complete ? certificates.length : -certificates.length,",
    "certificates.length,",
  ],
]);

const pool = of("pool.ts", [
  [
    "equal bytes are one certificate",
    "if (this.#byId.has(candidate.id)) return false;",
    "if (this.#byId.has(candidate.subjectKey)) return false;",
  ],
  [
    "a signature is judged by the key and not by the name",
    "let link = links.get(issuer.identity);",
    "let link = links.get(issuer.subjectKey);",
  ],
  [
    "a path ends at an anchor that is no root",
    "if (this.#anchors.has(candidate.id)) return true;",
    "",
  ],
  [
    "a self-issued certificate of another key is no root",
    "authorityKeyIdentifier !== keyIdentifier\n    ) return false;",
    "authorityKeyIdentifier !== keyIdentifier\n    ) return true;",
  ],
  [
    "a root signed itself",
    "return await this.isSignedBy(candidate, candidate) !== false;",
    "return await this.isSignedBy(candidate, candidate) !== undefined;",
  ],
  [
    "a self-signature that cannot be verified is believed",
    "return await this.isSignedBy(candidate, candidate) !== false;",
    "return await this.isSignedBy(candidate, candidate) === true;",
  ],
  [
    "a key identifier fits when it is the same",
    "return wanted === found ? 0 : 2;",
    "return wanted === found ? 2 : 0;",
  ],
]);

const candidate = of("candidate.ts", [
  [
    "a CA is its name and its key",
    "this.identity = `${this.subjectKey}\\n\\n\\n${toHex(certificate.spki)}`;",
    "this.identity = this.subjectKey;",
  ],
  [
    "a CA is one by the flag in its basic constraints",
    "return this.basicConstraints?.ca === true;",
    "return this.basicConstraints !== null;",
  ],
  [
    "names are compared in their folded form",
    "return this.subjectKey === this.issuerKey;",
    "return this.certificate.subject.raw === this.certificate.issuer.raw;",
  ],
  [
    "names are read up to the first that cannot be",
    "        der.next(at, end);\n        at = der.end;\n",
    "        der.next(at, end);\n        at = end;\n",
  ],
]);

const names = of("canonical-names.ts", [
  ["compatible characters are equal", '.normalize("NFKC")', ""],
  ["case does not matter", ".toLowerCase()", ""],
  ["inner white space is one space", '.filter((word) => word !== "")', ""],
  ["attributes of an RDN have no order", "attributes.sort().join", "attributes.join"],
  ["RDNs are told apart", 'return name.join("\\n\\n");', 'return name.join("\\n");'],
  ["values of different types differ", "`${oid}=${fold(value)}`", "fold(value)"],
]);

const hosts = of("host-names.ts", [
  ["a name has at most 253 characters", " || name.length > MAX_NAME", ""],
  ["a label has at most 63 characters", "{0,61}[a-z0-9_])?$/i", "{0,62}[a-z0-9_])?$/i"],
  [
    "a wildcard stands only where it may",
    'if (wildcard && labels[0] === "*") labels.shift();',
    'if (labels[0] === "*") labels.shift();',
  ],
  [
    "a host may end in a dot",
    'const bare = host.endsWith(".") ? host.slice(0, -1) : host;',
    "const bare = host;",
  ],
  [
    "no wildcard spans a top-level domain",
    '!pattern.startsWith("*.") || pattern.includes(".", 2) ? pattern : null',
    "pattern",
  ],
  [
    "a wildcard stands for one label",
    'const dot = name.indexOf(".");',
    'const dot = name.indexOf(".", name.indexOf(".") + 1);',
  ],
  [
    "names match names of their type",
    "if (type !== reference.type) return false;",
    'if (type !== reference.type && type !== "DNS") return false;',
  ],
  [
    "a mailbox's host has no case",
    "address.slice(at + 1).toLowerCase()]",
    "address.slice(at + 1)]",
  ],
  [
    "a mailbox's local part has its case",
    "return [address.slice(0, at), address",
    "return [address.slice(0, at).toLowerCase(), address",
  ],
  ["equal octets are as many", "return a.length === b.length && a", "return a"],
  ["an octet is at most 255", " || Number(part) > 255", ""],
  ["no octet is octal", "/^(0|[1-9][0-9]{0,2})$/", "/^[0-9]{1,3}$/"],
  ["colons are doubled once", "if (halves.length > 2) return null;", ""],
  [
    "doubled colons stand for a group at least",
    "missing < 1 : missing !== 0",
    "missing < 0 : missing !== 0",
  ],
]);

const missing = of("missing.ts", [
  ["a complete path lacks nothing", "if (complete) return [];", ""],
  ["only caIssuers lead to issuers", 'method === "caIssuers" && ', ""],
  ["an address is told once", "return [...new Set(urls)];", "return urls;"],
  [
    "addresses are of the web",
    '.filter((url) => url.startsWith("http://") || url.startsWith("https://"))',
    '.filter((url) => url !== "")',
  ],
]);

const subtrees = of("../pki/name-constraints.ts", [
  ["a list of subtrees is not empty", "if (der.body === at) breach(", "if (der.body < 0) breach("],
  ["nothing follows name constraints", '  der.finish(end, limit, "NAME CONSTRAINTS");\n', ""],
  ["a subtree has no minimum", "if (baseEnd < subtreeEnd) {", "if (baseEnd < 0) {"],
]);

const constraints = of("name-constraints.ts", [
  [
    "what breaks the rules of name constraints is not passed over",
    "    throw new DerError(message, offset);\n",
    "",
  ],
  ["a mask has no holes", "      else if (ended) return false;\n", ""],
  ["an address range is of IPv4 or IPv6", "(half !== 4 && half !== 16) || ", ""],
  [
    "a DNS constraint is a DNS name",
    'if (bare !== "" && !isDnsName(bare, { wildcard: false })) {',
    'if (bare !== "" && !isDnsName(bare, { wildcard: true })) {',
  ],
  [
    "the subject's mailbox counts only where no alternative name is one",
    "if (!hasMailbox) {",
    "if (alternative.length >= 0) {",
  ],
  [
    "an empty subject has no directory name",
    "if (subject.attributes.length > 0) {",
    "if (subject.attributes.length >= 0) {",
  ],
  [
    "what is no address slips through no range",
    "if (name.bytes.length !== 4 && name.bytes.length !== 16) {",
    "if (name.bytes.length === 0) {",
  ],
  [
    "a URI without a host cannot satisfy constraints on URIs",
    'if (host === null) return notOfItsType(constraints, "URI", text);',
    "if (host === null) return null;",
  ],
  [
    "a wildcard can become the name that is excluded",
    "subtrees.holdsDns(base) || wildcard && subtrees.hasDnsChild(base);",
    "subtrees.holdsDns(base);",
  ],
  [
    "a wildcard is below a base that starts with a dot",
    "subtrees.holdsDns(base) || wildcard && subtrees.hasDnsBelow(base);",
    "subtrees.holdsDns(base);",
  ],
  [
    "a name in no DNS form slips through no DNS constraint",
    'if (!isDnsName(name, { wildcard: true })) return notOfItsType(constraints, "DNS", text);',
    "",
  ],
  [
    "exclusion is stronger than permission",
    "if (isExcluded(excluded)) return",
    "if (isExcluded(excluded) && !isPermitted(permitted)) return",
  ],
  [
    "without a permitted subtree of its type a name is permitted",
    "if (permitted.has(type) && !isPermitted(permitted)) return",
    "if (!isPermitted(permitted)) return",
  ],
  [
    "a URI's host is behind its user information",
    'authority.slice(authority.lastIndexOf("@") + 1)',
    'authority.slice(authority.indexOf("@") + 1)',
  ],
  ["a URI's host ends at its query", '["/", "?", "#"].map', '["/", "#"].map'],
  [
    "an address is no host of a URI",
    "if (addressBytes(bare) || !isDnsName(bare, { wildcard: false })) return null;",
    "if (!isDnsName(bare, { wildcard: false })) return null;",
  ],
  [
    "unreadable names are outside of excluded subtrees too",
    "const concerned = permitted.has(type) || excluded.has(type);",
    "const concerned = permitted.has(type);",
  ],
  [
    "an unknown kind of constraint concerns names of that kind",
    "const concerned = permitted.hasForm(name.tag) || excluded.hasForm(name.tag);",
    'const concerned = permitted.has("other") || excluded.has("other");',
  ],
  [
    "looking names up is counted",
    '    budget.spend("names", lookUps(name.bytes.length));\n',
    "",
  ],
]);

const lookedUp = of("subtrees.ts", [
  [
    "a DNS subtree ends at a label",
    "someSuffix(name, (suffix) => bases.has(suffix) || bases.has(suffix.slice(1)));",
    "[...bases].some((base) => name.endsWith(base));",
  ],
  [
    "a host constraint means that host alone",
    "someSuffix(host, (suffix) => bases.has(suffix));",
    "someSuffix(host, (suffix) => bases.has(suffix.slice(1)));",
  ],
  [
    "a mailbox constraint means that mailbox alone",
    "if (subtree.local === null) this.#mailHosts.add(subtree.host);",
    "if (subtree.local !== undefined) this.#mailHosts.add(subtree.host);",
  ],
  [
    "a wildcard stands below the bases that it can become",
    'this.#dnsParents.add(subtree.base.slice(subtree.base.indexOf(".") + 1));',
    "this.#dnsParents.add(subtree.base);",
  ],
  [
    "IPv4 and IPv6 are apart",
    "mask.length === address.length && addresses.has",
    "addresses.has",
  ],
  [
    "a directory name is within its own prefixes",
    "    return node.isBase;\n",
    "    return false;\n",
  ],
]);

const catalogue = of("problems.ts", [
  ["an expired certificate disproves a chain", "  expired: proof(", "  expired: policy("],
  [
    "a path that is too long disproves a chain",
    "path_length_exceeded: proof(",
    "path_length_exceeded: policy(",
  ],
  ["a weak signature is a fault of policy", "weak_signature: policy(", "weak_signature: proof("],
  [
    "a name that is not in SAN is an advice",
    "common_name_not_in_san: advice(",
    "common_name_not_in_san: policy(",
  ],
]);

const urls = of("url-host.ts", [
  [
    "a name has at most 253 characters",
    "return name.length <= MAX_NAME && labels",
    "return labels",
  ],
  ["a domain has two labels", "labels.length >= 2 && ", ""],
  ["a top-level domain has two letters", "/^(?:[a-z]{2,63}|", "/^(?:[a-z]{1,63}|"],
  [
    "a label does not end in a hyphen",
    "(?:[a-z0-9-]{0,61}[a-z0-9])?$/;\n/** Letters,",
    "(?:[a-z0-9-]{0,62})?$/;\n/** Letters,",
  ],
  ["nothing stands before an @", "if (username || password || ", "if ("],
  [
    "no other port is contacted",
    'if (port !== "") throw',
    'if (port !== "" && port !== "80") throw',
  ],
  [
    "a trailing dot is dropped",
    'const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;',
    "const name = hostname;",
  ],
  ["a scheme may be in capitals", "/^https?:\\/\\//i", "/^https?:\\/\\//"],
  ["what is pasted has a bound", "typed.length > MAX_INPUT || ", ""],
]);

const answer = of("analyze.ts", [
  [
    "a server's first certificate is the leaf",
    "parts.leafFirst ? distinct[0] : await chooseLeaf(distinct, pool)",
    "await chooseLeaf(distinct, pool)",
  ],
  [
    "an end entity is the leaf before a CA",
    "return ends.find(({ isCa }) => !isCa) ?? ends[0] ?? candidates[0];",
    "return ends[0] ?? candidates[0];",
  ],
  [
    "in a circle the first is the leaf",
    "?? ends[0] ?? candidates[0];",
    "?? ends[0] ?? candidates[candidates.length - 1];",
  ],
  [
    "a key identifier tells which issuer signed",
    "    .sort((a, b) => identifierFit(candidate, a) - identifierFit(candidate, b));\n",
    ";\n",
  ],
  [
    "a root has no other issuer",
    "if (named.length === 0 || await pool.isRoot(candidate)) return null;",
    "if (named.length === 0) return null;",
  ],
  [
    "thirty days are not soon",
    "left >= EXPIRING_SOON_DAYS) return [];",
    "left > EXPIRING_SOON_DAYS) return [];",
  ],
  [
    "what is expired does not expire soon",
    "if (now < notBefore || left < 0 || left",
    "if (now < notBefore || left",
  ],
  [
    "a host name is a verdict of its own",
    'severity === "error" && code !== "host_name_mismatch";',
    'severity === "error";',
  ],
  [
    "an incomplete chain is not valid",
    "if (disproven || !complete) return false;",
    "if (disproven && complete) return false;",
  ],
  [
    "what cannot be verified is neither valid nor invalid",
    "return links.includes(null) ? null : true;",
    "return true;",
  ],
  [
    "policies are warnings under a private root",
    "(!trusted || isListedRoot);",
    "isListedRoot;",
  ],
  [
    "a listed root is above policies",
    "(!trusted || isListedRoot);",
    "!trusted;",
  ],
  [
    "a trusted leaf is no listed root",
    "index === certificates.length - 1 && index > 0;",
    "index === certificates.length - 1;",
  ],
  [
    "a lone root is a root and a lone self-signed end entity is none",
    '(candidate.isCa || index > 0 || candidate.source === "trust-store")',
    "(candidate.isCa || index >= 0)",
  ],
  [
    "other certificates of a path's CAs are alternatives",
    "    for (const same of byIdentity.get(member.identity) ?? []) related.add(same);\n",
    "",
  ],
  [
    "what is not used is told in the order given",
    "return unused.sort((a, b) => a.position! - b.position!);",
    "return unused;",
  ],
]);

export const faults: readonly Fault[] = [
  ...validity,
  ...form,
  ...keys,
  ...extensions,
  ...authorities,
  ...leaf,
  ...links,
  ...building,
  ...pool,
  ...candidate,
  ...names,
  ...hosts,
  ...missing,
  ...subtrees,
  ...constraints,
  ...lookedUp,
  ...catalogue,
  ...urls,
  ...answer,
];
