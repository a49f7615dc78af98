/**
 * The second part of the offline cache: files that are large or rarely needed. They are fetched after
 * the app is complete, so that the installation does not wait for them. With both parts, everything
 * works offline.
 */

/** Chunks that only some inputs need, by the name of their module. */
const CHUNKS = [
  // Data and the code that judges by it: the trust store, the tables of public roots and of CT logs, word lists.
  "worker-trust-store",
  "worker-root-table",
  "worker-root-programs",
  "worker-ct-logs",
  "worker-logs",
  "worker-tables",
  "log-lists",
  "worker-policy",
  "worker-transparency",
  "worker-passphrase",
  // The linter with the public suffix list, and the second reader with its ASN.1 library.
  "worker-lint",
  "rules",
  "worker-read-again",
  "worker-index.es",
  "worker-ocsp-data",
  // Signed files and comparisons.
  "worker-judge",
  "worker-jws",
  "worker-mail",
  "worker-diff",
  "signed",
  "compare",
  // Archives, keystores and rare key files.
  "worker-archive",
  "worker-unpack",
  "worker-java-keystore",
  "worker-putty",
  "worker-forge-ciphers",
  "worker-bcrypt",
  // Algorithms that WebCrypto lacks.
  "worker-noble",
  "worker-points",
  "worker-edwards25519",
  "worker-edwards448",
  "worker-ml-dsa",
  "worker-ml-kem",
  "worker-slh-dsa",
  "worker-digests",
  "worker-ecdsa-library",
  "worker-rsa-library",
  // Code that sends to the server, which needs a network anyway.
  "outgoing",
  "secret-question",
  "private-key-in",
  "unreached",
  // Parts of results: where a certificate works, how to install it, a CA that signs again.
  "where-it-works",
  "install-section",
  "lines",
  "bundle",
  "held-cas",
  "ca-panel",
  "worker-crl",
  "worker-issue",
  "several-form",
  "kept-certificates",
  // Questions before keys are lost, and the offer to undo a Reset.
  "confirm-dialog",
  "unsaved-keys",
  "archive",
  "undo-toast",
  "save-as",
  "prefill",
  "option-fields",
  "read-again",
  // What can be done with the objects of the inspector.
  "set-actions",
  // The bytes of an object.
  "structure",
  // Details of the documentation.
  "endpoint-details",
  "try-it",
  "page-api",
  "page-csr-popup",
];

const PATH = new RegExp(`/?assets/(?:${CHUNKS.join("|")})-[\\w-]{8}\\.js$`);

/** Whether the file at this URL belongs to the second part. */
export const isLater = (url: string): boolean => PATH.test(url);

/**
 * The message with which a page requests the second part from the service worker. The worker posts
 * true to the port when the part is complete.
 */
export const KEEP_LATER = "KEEP_LATER";
