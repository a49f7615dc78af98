/** Texts of Chrome, Edge and other browsers with Chromium, and of Firefox. */
import type { ErrorText } from "./error-text.ts";
import {
  chainIncomplete,
  commonNameOnly,
  intercepted,
  nameMissing,
  notReloaded,
  notRenewed,
  oldProtocols,
  otherSite,
  privateCa,
  selfMade,
  wrongAddress,
  wrongClock,
  wrongPort,
} from "./causes.ts";

const CHROMIUM = "Chrome, Edge, Opera, Brave";
const SYSTEM =
  "Browsers use the list of the system. Firefox also has its own, under Settings, Certificates.";

export const browserErrors: readonly ErrorText[] = [
  {
    id: "err-cert-common-name-invalid",
    text: "NET::ERR_CERT_COMMON_NAME_INVALID",
    programs: CHROMIUM,
    lines: ["Your connection is not private", "NET::ERR_CERT_COMMON_NAME_INVALID"],
    also: ["ERR_CERT_COMMON_NAME_INVALID", "DLG_FLAGS_SEC_CERT_CN_INVALID"],
    means: "The certificate is not for the name in the address bar.",
    causes: [nameMissing, otherSite, commonNameOnly],
    check: "host",
  },
  {
    id: "err-cert-authority-invalid",
    text: "NET::ERR_CERT_AUTHORITY_INVALID",
    programs: CHROMIUM,
    lines: ["Your connection is not private", "NET::ERR_CERT_AUTHORITY_INVALID"],
    also: ["ERR_CERT_AUTHORITY_INVALID", "DLG_FLAGS_INVALID_CA"],
    means: "The browser found no path from the certificate to a root that it trusts.",
    causes: [selfMade, chainIncomplete, intercepted(SYSTEM)],
    check: "host",
  },
  {
    id: "err-cert-date-invalid",
    text: "NET::ERR_CERT_DATE_INVALID",
    programs: CHROMIUM,
    lines: ["Your connection is not private", "NET::ERR_CERT_DATE_INVALID"],
    also: ["ERR_CERT_DATE_INVALID", "DLG_FLAGS_SEC_CERT_DATE_INVALID"],
    means: "The certificate has expired, or it is not valid yet.",
    causes: [notRenewed, notReloaded, wrongClock],
    check: "host",
  },
  {
    id: "err-cert-revoked",
    text: "NET::ERR_CERT_REVOKED",
    programs: CHROMIUM,
    lines: ["Your connection is not private", "NET::ERR_CERT_REVOKED"],
    also: ["ERR_CERT_REVOKED", "SEC_ERROR_REVOKED_CERTIFICATE"],
    means: "The CA has withdrawn the certificate before its end date.",
    causes: [
      {
        title: "The owner or the CA revoked it",
        tell: "The chain analyzer shows date and reason of the revocation.",
        fix: "Get a new certificate with a new key, and install it.",
      },
      {
        title: "An old certificate is still on one of several servers",
        tell: "It fails only sometimes, or only in one region.",
        fix: "Install the new certificate on every server and on the content delivery network.",
      },
      {
        title: "A CA of the chain was revoked",
        tell: "The chain analyzer reports an intermediate, not the server's certificate.",
        fix: "Install the current intermediates of the CA, or get a certificate from another CA.",
      },
    ],
    check: "host",
  },
  {
    id: "err-cert-weak-signature-algorithm",
    text: "NET::ERR_CERT_WEAK_SIGNATURE_ALGORITHM",
    programs: CHROMIUM,
    lines: ["Your connection is not private", "NET::ERR_CERT_WEAK_SIGNATURE_ALGORITHM"],
    also: [
      "ERR_CERT_WEAK_SIGNATURE_ALGORITHM",
      "SEC_ERROR_CERT_SIGNATURE_ALGORITHM_DISABLED",
    ],
    means: "A certificate of the chain is signed with SHA-1 or MD5. Such signatures can be forged.",
    causes: [
      {
        title: "A private CA signs with SHA-1",
        tell: "The chain analyzer shows the signature algorithm of each certificate.",
        fix: "Let the CA sign with SHA-256, and issue the certificate again.",
      },
      {
        title: "A device made its own certificate years ago",
        tell: "It is a printer, switch or storage with a certificate that it signed itself.",
        fix: "Update the device and make a new certificate, or install one of your CA.",
      },
      {
        title: "A proxy signs with SHA-1",
        tell: "It fails for every website in one network.",
        fix: "Ask the administrator to give the proxy a new CA.",
      },
    ],
    check: "host",
  },
  {
    id: "err-certificate-transparency-required",
    text: "NET::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED",
    programs: CHROMIUM,
    lines: ["Your connection is not private", "NET::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED"],
    also: [
      "ERR_CERTIFICATE_TRANSPARENCY_REQUIRED",
      "MOZILLA_PKIX_ERROR_INSUFFICIENT_CERTIFICATE_TRANSPARENCY",
    ],
    means:
      "The certificate comes from a public CA, but it has too few timestamps (SCTs) of public logs.",
    causes: [
      {
        title: "The CA did not log it, or logged it in too few logs",
        tell: "The chain analyzer shows the timestamps and the logs that they are from.",
        fix: "Get the certificate again, and choose no option that hides it from the logs.",
      },
      {
        title: "The browser is too old to know today's logs",
        tell:
          "Other browsers open the site. Chrome no longer asks for timestamps 70 days after its last update.",
        fix: "Update the browser.",
      },
      {
        title: "The root of a private CA was added as if it were public",
        tell: "It happens in one company only, after a change of the system's roots.",
        fix: "Install the root as a local one. Administrators can exempt it by policy.",
      },
    ],
    check: "host",
  },
  {
    id: "err-cert-validity-too-long",
    text: "NET::ERR_CERT_VALIDITY_TOO_LONG",
    programs: CHROMIUM,
    lines: ["Your connection is not private", "NET::ERR_CERT_VALIDITY_TOO_LONG"],
    also: ["ERR_CERT_VALIDITY_TOO_LONG"],
    means: "The certificate is valid for more days than browsers allow for its date of issue.",
    causes: [
      {
        title: "It was made by hand with many days",
        tell:
          "The inspector shows years between its dates, for example after openssl req -days 3650.",
        fix: "Issue it with fewer days, such as 90. Our certificate generator keeps to the limit.",
      },
      {
        title: "A private CA is trusted like a public one",
        tell:
          "Its root was put into the list of public roots, by a test or an own build of the browser.",
        fix: "Install the root as a local one, or issue shorter certificates.",
      },
      {
        title: "The CA did not follow the limit of its day",
        tell:
          "The rules of the inspector name the limit: 398 days since 2020, 200 since March 2026.",
        fix: "Ask the CA for a new certificate.",
      },
    ],
    check: "inspect",
  },
  {
    id: "err-ssl-protocol-error",
    text: "ERR_SSL_PROTOCOL_ERROR",
    programs: CHROMIUM,
    lines: ["This site can’t provide a secure connection", "ERR_SSL_PROTOCOL_ERROR"],
    also: ["SSL_ERROR_RX_RECORD_TOO_LONG", "SSL_ERROR_RX_MALFORMED"],
    means:
      "The answer of the server is not TLS, or breaks its rules. The certificate was not even read.",
    causes: [
      wrongPort,
      {
        title: "The site has no certificate yet",
        tell:
          "The domain is new, or the provider is still setting it up. Port 443 answers with plain HTTP.",
        fix: "Turn on TLS for this name on the server or at the provider.",
      },
      {
        title: "A proxy or antivirus program damages the connection",
        tell: "Other networks open the site.",
        fix: "Turn off the inspection of TLS for a test, and update the product.",
      },
    ],
    check: "host",
  },
  {
    id: "err-ssl-version-or-cipher-mismatch",
    text: "ERR_SSL_VERSION_OR_CIPHER_MISMATCH",
    programs: CHROMIUM,
    lines: ["This site can’t provide a secure connection", "ERR_SSL_VERSION_OR_CIPHER_MISMATCH"],
    also: [
      "SSL_ERROR_NO_CYPHER_OVERLAP",
      "SSL_ERROR_UNSUPPORTED_VERSION",
      "ERR_SSL_OBSOLETE_VERSION",
    ],
    means: "Browser and server have no common version of TLS or no common cipher suite.",
    causes: [
      oldProtocols,
      {
        title: "The server has no certificate for this name",
        tell:
          "It happens at providers and content delivery networks before the certificate is ready.",
        fix: "Add the name at the provider, and wait until its certificate is issued.",
      },
      {
        title: "The server offers only old cipher suites",
        tell: "It offers RC4, 3DES or suites without ECDHE.",
        fix: "Use the suites of Mozilla's intermediate profile.",
      },
    ],
    check: "host",
  },
  {
    id: "err-ssl-key-usage-incompatible",
    text: "ERR_SSL_KEY_USAGE_INCOMPATIBLE",
    programs: CHROMIUM,
    lines: ["This site can’t provide a secure connection", "ERR_SSL_KEY_USAGE_INCOMPATIBLE"],
    also: [
      "SEC_ERROR_INADEQUATE_KEY_USAGE",
      "SEC_ERROR_INADEQUATE_CERT_TYPE",
      "MOZILLA_PKIX_ERROR_CA_CERT_USED_AS_END_ENTITY",
    ],
    means: "The key usage of the certificate does not allow what TLS does with the key.",
    causes: [
      {
        title: "digitalSignature is missing",
        tell: "The inspector shows the key usage of the certificate.",
        fix: "Issue it again with digitalSignature, and for RSA also with keyEncipherment.",
      },
      {
        title: "A CA certificate is used for the server",
        tell:
          "The key usage is keyCertSign, and the inspector calls it a CA. Devices often make such certificates.",
        fix: "Issue a certificate for the server, signed by this CA.",
      },
      {
        title: "The extended key usage is for another purpose",
        tell: "It has clientAuth or emailProtection, but no serverAuth.",
        fix: "Issue it again with serverAuth.",
      },
    ],
    check: "inspect",
  },
  {
    id: "err-bad-ssl-client-auth-cert",
    text: "ERR_BAD_SSL_CLIENT_AUTH_CERT",
    programs: CHROMIUM,
    lines: ["This site can’t provide a secure connection", "ERR_BAD_SSL_CLIENT_AUTH_CERT"],
    also: [
      "SSL_ERROR_BAD_CERT_ALERT",
      "ERR_SSL_CLIENT_AUTH_CERT_NEEDED",
      "SSL_ERROR_HANDSHAKE_FAILURE_ALERT",
    ],
    means: "The server refused the client certificate that the browser sent, or it expected one.",
    causes: [
      {
        title: "The client certificate has expired or was revoked",
        tell: "It worked before. The inspector shows its dates.",
        fix: "Get a new client certificate, and import it as PFX.",
      },
      {
        title: "The wrong certificate was chosen",
        tell: "There are several in the list of the browser, such as an old one.",
        fix: "Close the browser, and choose another one. Remove those that have expired.",
      },
      {
        title: "The server does not know its CA",
        tell: "It fails for all users since the CA or the server was changed.",
        fix: "Add the CA to the server's list, with its intermediate.",
      },
    ],
    check: "inspect",
  },
  {
    id: "sec-error-unknown-issuer",
    text: "SEC_ERROR_UNKNOWN_ISSUER",
    programs: "Firefox, Thunderbird",
    lines: ["Warning: Potential Security Risk Ahead", "Error code: SEC_ERROR_UNKNOWN_ISSUER"],
    also: ["SEC_ERROR_UNTRUSTED_ISSUER", "sec_error_unknown_issuer"],
    means: "Firefox found no path from the certificate to a root that it trusts.",
    causes: [
      chainIncomplete,
      intercepted(
        "Firefox takes the roots of the system if security.enterprise_roots.enabled is on.",
      ),
      privateCa(
        "In Firefox: Settings, Privacy and Security, View Certificates, Authorities, Import.",
      ),
    ],
    check: "host",
  },
  {
    id: "ssl-error-bad-cert-domain",
    text: "SSL_ERROR_BAD_CERT_DOMAIN",
    programs: "Firefox, Thunderbird",
    lines: ["Warning: Potential Security Risk Ahead", "Error code: SSL_ERROR_BAD_CERT_DOMAIN"],
    also: ["ssl_error_bad_cert_domain"],
    means: "The certificate is not for the name in the address bar.",
    causes: [nameMissing, otherSite, wrongAddress],
    check: "host",
  },
  {
    id: "sec-error-expired-certificate",
    text: "SEC_ERROR_EXPIRED_CERTIFICATE",
    programs: "Firefox, Thunderbird",
    lines: ["Warning: Potential Security Risk Ahead", "Error code: SEC_ERROR_EXPIRED_CERTIFICATE"],
    also: ["SEC_ERROR_EXPIRED_ISSUER_CERTIFICATE", "MOZILLA_PKIX_ERROR_NOT_YET_VALID_CERTIFICATE"],
    means:
      "The certificate, or the certificate of its issuer, has expired, or it is not valid yet.",
    causes: [notRenewed, notReloaded, wrongClock],
    check: "host",
  },
  {
    id: "mozilla-pkix-error-self-signed-cert",
    text: "MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT",
    programs: "Firefox, Thunderbird",
    lines: [
      "Warning: Potential Security Risk Ahead",
      "Error code: MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT",
    ],
    means: "The certificate is signed by its own key, and Firefox does not trust it.",
    causes: [
      selfMade,
      otherSite,
      {
        title: "The root was not imported as a CA",
        tell:
          'It is in the list "Servers" or "Your Certificates" of Firefox, or only in that of the system.',
        fix: 'Import it under "Authorities", and allow it to identify websites.',
      },
    ],
    check: "host",
  },
  {
    id: "sec-error-reused-issuer-and-serial",
    text: "SEC_ERROR_REUSED_ISSUER_AND_SERIAL",
    programs: "Firefox, Thunderbird",
    lines: ["Error code: SEC_ERROR_REUSED_ISSUER_AND_SERIAL"],
    means: "Firefox knows another certificate of this issuer with the same serial number.",
    causes: [
      {
        title: "A private CA was made again, and counts its serial numbers from 1",
        tell: "Both CAs have the same name. The inspector shows the serial numbers.",
        fix: "Give the new CA another name, and use random serial numbers.",
      },
      {
        title: "A device makes its certificates with a fixed serial number",
        tell: "Two routers or servers of one maker show the same issuer and number.",
        fix: "Install a certificate of your own on the devices.",
      },
      {
        title: "Firefox has stored the earlier certificate",
        tell: "A new profile or another browser opens the site.",
        fix: "Remove the earlier CA or server under View Certificates, and start Firefox again.",
      },
    ],
    check: "inspect",
  },
  {
    id: "mozilla-pkix-error-required-tls-feature-missing",
    text: "MOZILLA_PKIX_ERROR_REQUIRED_TLS_FEATURE_MISSING",
    programs: "Firefox",
    lines: ["Error code: MOZILLA_PKIX_ERROR_REQUIRED_TLS_FEATURE_MISSING"],
    also: ["REQUIRED_TLS_FEATURE_MISSING"],
    means:
      "The certificate asks for a stapled OCSP response (Must-Staple), and the server did not send one.",
    causes: [
      {
        title: "Stapling is off on the server",
        tell: "The chain analyzer shows that the server staples nothing.",
        fix: "Turn it on (nginx: ssl_stapling on, Apache: SSLUseStapling on).",
      },
      {
        title: "The server cannot reach the OCSP responder",
        tell: "It fails only sometimes, or after the server was started again.",
        fix: "Allow outgoing connections to the responder, and configure a DNS resolver.",
      },
      {
        title: "The CA has stopped OCSP",
        tell: "The certificate names no responder. Let's Encrypt stopped in 2025.",
        fix: "Get a new certificate without Must-Staple.",
      },
    ],
    check: "host",
  },
];
