/** Causes that several error texts have. */
import type { ErrorCause } from "./error-text.ts";

/** The server sends its own certificate only. */
export const chainIncomplete: ErrorCause = {
  title: "The server does not send its intermediate certificate",
  tell: "Desktop browsers open the site, because they know or fetch the missing certificate. " +
    "Phones, curl and most programs fail. The chain analyzer shows the gap.",
  fix: "Install the full chain on the server: its certificate first, then the intermediates. " +
    "Most CAs offer this file as fullchain.pem or as a CA bundle.",
};

/** `how`: the setting with which the program trusts a CA. */
export const privateCa = (how: string): ErrorCause => ({
  title: "The certificate comes from a private CA",
  tell: "The issuer has the name of your company, a device or a test tool. " +
    "The chain analyzer finds no public root.",
  fix: `Install the root of this CA on the client. ${how}`,
});

/** `how`: the setting with which the program trusts a CA. */
export const intercepted = (how: string): ErrorCause => ({
  title: "A proxy, firewall or antivirus program opens the connection",
  tell: "It fails for every website, but only in one network or on one computer. " +
    "The issuer has the name of the security product.",
  fix: `Get the root of the proxy from your administrator, and install it on the client. ${how}`,
});

/** `how`: how the roots are renewed. */
export const rootsTooOld = (how: string): ErrorCause => ({
  title: "The client's list of roots is too old",
  tell: "The same site works on a newer system. The chain analyzer calls the chain valid.",
  fix: how,
});

export const notRenewed: ErrorCause = {
  title: "The certificate was not renewed",
  tell: "Its end date is in the past for every client. The chain analyzer shows the date.",
  fix: "Renew the certificate, install it, and reload the server. " +
    "Then repair the automatic renewal, so that it does not happen again.",
};

export const notReloaded: ErrorCause = {
  title: "The new certificate is on the disk, but the server still sends the old one",
  tell: "The file is valid, but the chain analyzer shows an earlier date for the website.",
  fix: "Reload the server after each renewal, for example with a deploy hook. " +
    "If there are several servers or a load balancer, install the certificate on all of them.",
};

export const wrongClock: ErrorCause = {
  title: "The client's clock is wrong",
  tell: "Many websites fail on this device, and other devices open them. " +
    "Compare its date and time zone with another clock.",
  fix: "Set the clock, and let the device keep it with NTP.",
};

export const nameMissing: ErrorCause = {
  title: "The name is not in the certificate",
  tell: "The chain analyzer lists the names of the certificate. " +
    "example.com and www.example.com are two names, and *.example.com has only one level.",
  fix:
    "Get a certificate with all names that clients use. Each belongs in the subject alternative name.",
};

export const otherSite: ErrorCause = {
  title: "The server answers with the certificate of another site",
  tell: "The names belong to another site, the provider or a device. " +
    "The server has no configuration for this name, or the client sends no name (SNI).",
  fix:
    "Add the name to the server's configuration with its own certificate, and reload the server. " +
    "If it only fails in an old program, update that program.",
};

export const wrongAddress: ErrorCause = {
  title: "The address is not the one that the certificate is for",
  tell: 'The client uses an IP address, a short name such as "server1", or an alias. ' +
    "DNS may also lead to the wrong server.",
  fix:
    "Use the full name from the certificate, or get a certificate with this name or IP address. " +
    "Check where DNS leads.",
};

export const commonNameOnly: ErrorCause = {
  title: "The certificate has only a common name",
  tell: "The inspector shows a common name, but no subject alternative names. " +
    "Clients have not read the common name for years.",
  fix: "Issue the certificate again with the name in the subject alternative name.",
};

export const wrongPort: ErrorCause = {
  title: "The server does not speak TLS on this port",
  tell: "The port is that of plain HTTP (80, 8080), or of mail with STARTTLS (25, 587). " +
    "The same address opens with http:// instead of https://.",
  fix: "Use the port for TLS (443, 465), or turn on STARTTLS in the client. " +
    "On the server, turn on TLS for this port (nginx: listen 443 ssl).",
};

export const oldProtocols: ErrorCause = {
  title: "Client and server have no common version of TLS",
  tell: "One side is old: it knows only TLS 1.0 or 1.1, which the other side has turned off.",
  fix: "Update the old side. Servers should offer TLS 1.2 and 1.3.",
};

export const selfMade: ErrorCause = {
  title: "The server uses a certificate that was made for a test",
  tell:
    'Subject and issuer are the same. The name is that of a device, "localhost" or a default such as "snakeoil".',
  fix: "Get a certificate from a public CA, for example from Let's Encrypt. " +
    "For an internal server use a certificate of your own CA.",
};

export const wrongKeyFile: ErrorCause = {
  title: "The key belongs to another certificate",
  tell:
    "A new key was made for the renewal, and the server still has the earlier key, or the other way around. " +
    "The key matcher compares both files.",
  fix:
    "Install the key that was made together with the CSR. If it is lost, make a new key and CSR, and get the certificate again.",
};

export const wrongOrder: ErrorCause = {
  title: "The file begins with an intermediate certificate",
  tell:
    "The key matches a later certificate of the file. Servers compare the key with the first one only.",
  fix:
    "Put the server's own certificate first, then the intermediates. The chain analyzer writes the file in the right order.",
};
