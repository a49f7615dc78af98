/**
 * The second part of what is kept for offline use: what is large or rarely met. It comes when the app
 * itself is complete, so that nobody waits for it; in the end everything works without a network.
 */

/**
 * Whether the file at this address belongs to the second part: the trust store, the linter with its
 * list of domains, the second reader, word lists, ciphers of old key files, archives, OCSP responses,
 * algorithms that WebCrypto lacks; of the API documentation what is folded, and the code that makes
 * the popup's documentation interactive.
 */
export const isLater = (url: string): boolean =>
  /\/?assets\/(?:worker-(?:trust-store|lint|read-again|passphrase|forge-ciphers|bcrypt|archive|ocsp-data|noble|points|edwards448|ml-dsa|ml-kem|slh-dsa|digests|ecdsa-library|rsa-library)|endpoint-details|try-it|page-csr-popup)-[\w-]{8}\.js$/
    .test(url);

/**
 * The message by which a page asks the service worker for the second part. The answer through the
 * port says whether all of it is there.
 */
export const KEEP_LATER = "KEEP_LATER";
