/** Commands of OpenSSL for a live host. */

/** Prints the certificates that a host sends. `hostname`: as ASCII, without characters of a shell. */
export const showCertificates = (hostname: string): string =>
  `openssl s_client -connect ${hostname}:443 -servername ${hostname} -showcerts </dev/null`;
