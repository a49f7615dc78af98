/**
 * The second part of the offline cache: files that are large or rarely needed. They are fetched after
 * the app is complete, so that the installation does not wait for them. With both parts, everything
 * works offline.
 */

/**
 * Whether the file at this URL belongs to the second part: the trust store, the tables of public roots
 * and of CT logs, the linter with the public suffix list, the second reader, word lists, ciphers of old
 * key files, signed files, comparisons, archives, OCSP responses, algorithms that WebCrypto lacks, the details of the API documentation, and the interactive code of
 * the popup's documentation.
 */
export const isLater = (url: string): boolean =>
  /\/?assets\/(?:worker-(?:judge|jws|diff|trust-store|root-table|root-programs|ct-logs|lint|read-again|passphrase|forge-ciphers|bcrypt|archive|ocsp-data|noble|points|edwards448|ml-dsa|ml-kem|slh-dsa|digests|ecdsa-library|rsa-library)|endpoint-details|try-it|page-csr-popup)-[\w-]{8}\.js$/
    .test(url);

/**
 * The message with which a page requests the second part from the service worker. The worker posts
 * true to the port when the part is complete.
 */
export const KEEP_LATER = "KEEP_LATER";
