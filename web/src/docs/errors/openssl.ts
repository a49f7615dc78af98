/** Texts of OpenSSL, and of the programs that use it: curl, git, Python, Ruby, PHP, Node.js, nginx. */
import type { ErrorText } from "./error-text.ts";
import {
  chainIncomplete,
  intercepted,
  nameMissing,
  notReloaded,
  notRenewed,
  oldProtocols,
  otherSite,
  privateCa,
  rootsTooOld,
  selfMade,
  wrongAddress,
  wrongClock,
  wrongKeyFile,
  wrongOrder,
  wrongPort,
} from "./causes.ts";

const CURL_CA = "curl takes it with --cacert, git with http.sslCAInfo, Python with SSL_CERT_FILE.";
const UPDATE_ROOTS = "Update the package ca-certificates, or the list that the program brings " +
  "(certifi in Python, cacert.pem in PHP).";

export const opensslErrors: readonly ErrorText[] = [
  {
    id: "unable-to-get-local-issuer-certificate",
    text: "unable to get local issuer certificate",
    programs: "curl, git, OpenSSL, Python, Ruby, PHP",
    lines: [
      "curl: (60) SSL certificate problem: unable to get local issuer certificate",
      "verify error:num=20:unable to get local issuer certificate",
      "fatal: unable to access 'https://git.example.com/': SSL certificate problem: unable to get local issuer certificate",
    ],
    also: ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "num=20:"],
    means:
      "The client found no certificate of the issuer, so it cannot follow the chain up to a root that it trusts.",
    causes: [chainIncomplete, intercepted(CURL_CA), rootsTooOld(UPDATE_ROOTS)],
    check: "host",
  },
  {
    id: "unable-to-get-issuer-certificate",
    text: "unable to get issuer certificate",
    programs: "OpenSSL, OpenVPN, stunnel",
    lines: ["error 2 at 1 depth lookup: unable to get issuer certificate"],
    also: ["UNABLE_TO_GET_ISSUER_CERT"],
    means: "The client has an intermediate certificate, but not the certificate of its issuer.",
    causes: [
      {
        title: "The file of trusted CAs has the intermediate, but not the root",
        tell:
          "The CA file (CAfile, ca.crt) contains one certificate, and its subject and issuer differ.",
        fix: "Add the root to this file. The inspector shows which certificates are in it.",
      },
      {
        title: "The chain needs one more intermediate",
        tell: "The chain analyzer shows a gap below the root. This happens with cross-signed CAs.",
        fix: "Install the full chain that the CA offers now, not one from an earlier year.",
      },
      rootsTooOld(UPDATE_ROOTS),
    ],
    check: "inspect",
  },
  {
    id: "unable-to-verify-the-first-certificate",
    text: "unable to verify the first certificate",
    programs: "Node.js, npm, OpenSSL",
    lines: [
      "Error: unable to verify the first certificate; code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'",
      "Verify return code: 21 (unable to verify the first certificate)",
    ],
    also: ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "num=21:"],
    means: "The server sent one certificate, and the client does not know its issuer.",
    causes: [
      chainIncomplete,
      privateCa("Node.js takes it with the environment variable NODE_EXTRA_CA_CERTS."),
      intercepted("For npm use npm config set cafile, or NODE_EXTRA_CA_CERTS."),
    ],
    check: "host",
  },
  {
    id: "self-signed-certificate",
    text: "self-signed certificate",
    programs: "OpenSSL, curl, git, Python, Node.js",
    lines: [
      "curl: (60) SSL certificate problem: self-signed certificate",
      "verify error:num=18:self-signed certificate",
      "Error: self-signed certificate; code: 'DEPTH_ZERO_SELF_SIGNED_CERT'",
    ],
    also: ["self signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT", "num=18:"],
    means: "The server's certificate is signed by its own key, and the client does not trust it.",
    causes: [
      selfMade,
      otherSite,
      intercepted(CURL_CA),
    ],
    check: "host",
  },
  {
    id: "self-signed-certificate-in-certificate-chain",
    text: "self-signed certificate in certificate chain",
    programs: "OpenSSL, curl, git, npm, Python, Node.js",
    lines: [
      "curl: (60) SSL certificate problem: self-signed certificate in certificate chain",
      "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate in certificate chain",
      "Error: self-signed certificate in certificate chain; code: 'SELF_SIGNED_CERT_IN_CHAIN'",
    ],
    also: ["self signed certificate in certificate chain", "SELF_SIGNED_CERT_IN_CHAIN", "num=19:"],
    means: "The chain ends at a root that the client does not trust.",
    causes: [
      intercepted("npm takes it with npm config set cafile, Node.js with NODE_EXTRA_CA_CERTS."),
      privateCa(CURL_CA),
      rootsTooOld(UPDATE_ROOTS),
    ],
    check: "host",
  },
  {
    id: "certificate-has-expired",
    text: "certificate has expired",
    programs: "OpenSSL, curl, git, Python, Node.js",
    lines: [
      "curl: (60) SSL certificate problem: certificate has expired",
      "verify error:num=10:certificate has expired",
      "Error: certificate has expired; code: 'CERT_HAS_EXPIRED'",
    ],
    also: ["CERT_HAS_EXPIRED", "num=10:", "certificate expired"],
    means: "A certificate of the chain is used after its end date.",
    causes: [
      notRenewed,
      notReloaded,
      {
        title: "An intermediate or root has expired, not the server's certificate",
        tell: "The chain analyzer shows the date of each certificate. " +
          "Old OpenSSL (1.0.2) fails where newer clients find another path.",
        fix: "Install the current intermediates of the CA, and update the roots of old clients.",
      },
    ],
    check: "host",
  },
  {
    id: "certificate-is-not-yet-valid",
    text: "certificate is not yet valid",
    programs: "OpenSSL, curl, Python, Node.js",
    lines: [
      "curl: (60) SSL certificate problem: certificate is not yet valid",
      "error 9 at 0 depth lookup: certificate is not yet valid",
    ],
    also: ["CERT_NOT_YET_VALID", "num=9:"],
    means: "A certificate of the chain is used before its start date.",
    causes: [
      wrongClock,
      {
        title: "A device starts with a date in the past",
        tell:
          "Routers, cameras and boards without a battery start in 1970 or at the date of their software.",
        fix: "Let the device get the time (NTP) before it opens TLS connections.",
      },
      {
        title: "The CA that issued it had a wrong clock",
        tell: "The start date is in the future for every client. The inspector shows it.",
        fix: "Set the clock of the CA, and issue the certificate again.",
      },
    ],
    check: "host",
  },
  {
    id: "certificate-verify-failed",
    text: "CERTIFICATE_VERIFY_FAILED",
    programs: "Python, pip, Ruby, Dart",
    lines: [
      "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1006)",
      "SSL_connect returned=1 errno=0 state=error: certificate verify failed",
    ],
    also: ["certificate verify failed", "SSLCertVerificationError"],
    means: "The client refused the certificate. The words after the colon give the reason.",
    causes: [
      {
        title: "Python on macOS has no roots yet",
        tell:
          'The reason is "unable to get local issuer certificate", and every website fails after the installation of Python.',
        fix:
          'Run "Install Certificates.command" in the folder of Python, or install the package certifi.',
      },
      chainIncomplete,
      intercepted(
        "Set SSL_CERT_FILE or REQUESTS_CA_BUNDLE to a file with the roots, or use pip --cert.",
      ),
    ],
    check: "host",
  },
  {
    id: "hostname-mismatch",
    text: "Hostname mismatch",
    programs: "Python, OpenSSL",
    lines: [
      "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: Hostname mismatch, certificate is not valid for 'www.example.com'. (_ssl.c:1006)",
      "verify error:num=62:hostname mismatch",
    ],
    also: ["num=62:", "ip address mismatch", "IP address mismatch"],
    means: "The certificate is valid, but it is not for the name that the client asked for.",
    causes: [nameMissing, otherSite, wrongAddress],
    check: "host",
  },
  {
    id: "no-alternative-certificate-subject-name-matches",
    text: "no alternative certificate subject name matches target host name",
    programs: "curl, git, PHP",
    lines: [
      "curl: (60) SSL: no alternative certificate subject name matches target host name 'www.example.com'",
    ],
    also: [
      "no alternative certificate subject name matches target hostname",
      "does not match target host name",
      "no certificate subject alternative name matches",
    ],
    means: "None of the names in the certificate is the name that the client asked for.",
    causes: [nameMissing, otherSite, wrongAddress],
    check: "host",
  },
  {
    id: "altname-invalid",
    text: "Hostname/IP does not match certificate's altnames",
    programs: "Node.js, npm",
    lines: [
      "Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's altnames: Host: www.example.com. is not in the cert's altnames: DNS:example.net",
    ],
    also: ["ERR_TLS_CERT_ALTNAME_INVALID", "is not in the cert's altnames"],
    means: "None of the names in the certificate is the name that Node.js asked for.",
    causes: [nameMissing, otherSite, wrongAddress],
    check: "host",
  },
  {
    id: "key-values-mismatch",
    text: "key values mismatch",
    programs: "nginx, Apache, HAProxy, OpenSSL, curl, Python",
    lines: [
      'nginx: [emerg] SSL_CTX_use_PrivateKey("/etc/ssl/shop.key") failed (SSL: error:05800074:x509 certificate routines::key values mismatch)',
      "AH02565: Certificate and private key www.example.com:443:0 from /etc/ssl/shop.crt and /etc/ssl/shop.key do not match",
    ],
    also: [
      "KEY_VALUES_MISMATCH",
      "X509_check_private_key",
      "AH02565",
      "inconsistencies between private key and certificate",
    ],
    means:
      "The private key does not belong to the certificate, so the server cannot prove who it is.",
    causes: [
      wrongKeyFile,
      wrongOrder,
      {
        title: "The configuration names the wrong file",
        tell:
          "There are several keys on the server, such as those of another site or of last year.",
        fix:
          "Compare the paths in the configuration. Give each site a pair of files with the same name.",
      },
    ],
    check: "match",
  },
  {
    id: "pem-no-start-line",
    text: "no start line",
    programs: "OpenSSL, nginx, Apache, HAProxy, Python",
    lines: [
      'nginx: [emerg] cannot load certificate "/etc/ssl/shop.crt": PEM_read_bio_X509_AUX() failed (SSL: error:0480006C:PEM routines::no start line:Expecting: TRUSTED CERTIFICATE)',
      "Could not read certificate from shop.crt",
    ],
    also: [
      "NO_START_LINE",
      "PEM_read_bio",
      "Expecting: TRUSTED CERTIFICATE",
      "Expecting: ANY PRIVATE KEY",
    ],
    means: "The program looked for a line such as -----BEGIN CERTIFICATE----- and did not find it.",
    causes: [
      {
        title: "The file is in another format",
        tell: "In an editor it is not readable (DER, PFX), or it begins with BEGIN PKCS7.",
        fix: "Convert it to PEM. The inspector shows the format and saves it as PEM.",
      },
      {
        title: "The configuration names the wrong file",
        tell: "The file has a key or a CSR where a certificate is expected, or it is empty.",
        fix: "Set the path of the certificate to the certificate, and that of the key to the key.",
      },
      {
        title: "The text was damaged when it was copied",
        tell:
          "A line BEGIN or END is incomplete, has spaces before it, or the file was saved as UTF-16.",
        fix:
          "Copy the text again, with all five dashes, and save it as plain text (UTF-8 without BOM).",
      },
    ],
    check: "inspect",
  },
  {
    id: "mac-verify-error",
    text: "Mac verify error: invalid password?",
    programs: "OpenSSL, Python, PHP",
    lines: ["Mac verify error: invalid password?"],
    also: ["mac verify failure", "PKCS12 routines::mac verify", "pkcs12 cipherfinal error"],
    means: "The password does not open the PFX file, or the file was changed.",
    causes: [
      {
        title: "The password is wrong",
        tell:
          "The file came from another person or computer. A copied password often has a space or a line end.",
        fix:
          "Type the password by hand. If it is lost, ask for the file again: it cannot be computed.",
      },
      {
        title: "The password has letters outside of ASCII",
        tell: "It has letters such as ä or é, and another program opens the file.",
        fix:
          "Open it in the PFX converter, which tries both encodings, and save it with a new password.",
      },
      {
        title: "The file is damaged",
        tell: "No program opens it, or its size differs from the original.",
        fix: "Copy the file again in binary mode, or export it again.",
      },
    ],
    check: "pfx",
  },
  {
    id: "digital-envelope-routines-unsupported",
    text: "digital envelope routines::unsupported",
    programs: "Node.js, OpenSSL 3",
    lines: [
      "Error: error:0308010C:digital envelope routines::unsupported; code: 'ERR_OSSL_EVP_UNSUPPORTED'",
      "error:0308010C:digital envelope routines:inner_evp_generic_fetch:unsupported:Algorithm (RC2-40-CBC : 0)",
    ],
    also: ["0308010C", "ERR_OSSL_EVP_UNSUPPORTED", "inner_evp_generic_fetch:unsupported"],
    means: "The program asked OpenSSL 3 for an algorithm that is turned off because it is old.",
    causes: [
      {
        title: "A PFX file is encrypted with RC2",
        tell:
          "The text names RC2-40-CBC, and the command is openssl pkcs12 or the file comes from old Windows.",
        fix: "Save the file with AES in the PFX converter, or add -legacy to the command.",
      },
      {
        title: "A build tool uses MD4",
        tell:
          "It happens in webpack 4 or a similar tool on Node.js 17 or later. No certificate is involved.",
        fix: "Update the build tool. NODE_OPTIONS=--openssl-legacy-provider helps until then.",
      },
      {
        title: "A private key is encrypted with DES",
        tell: "The key file has a line DEK-Info with DES-CBC, or it is PKCS#8 with an old scheme.",
        fix: "Open the key in the inspector, and save it with AES.",
      },
    ],
    check: "pfx",
  },
  {
    id: "ca-md-too-weak",
    text: "ca md too weak",
    programs: "OpenSSL, nginx, Apache, OpenVPN, Python",
    lines: ["error:0A00018E:SSL routines::ca md too weak"],
    also: ["CA_MD_TOO_WEAK", "CA signature digest algorithm too weak", "md too weak", "num=68:"],
    means:
      "A certificate of the chain is signed with SHA-1 or MD5, which OpenSSL no longer accepts.",
    causes: [
      {
        title: "An old private CA still signs with SHA-1",
        tell: "The inspector shows the signature algorithm of each certificate.",
        fix:
          "Issue the certificates again with SHA-256. Replace the CA if its own certificate has SHA-1.",
      },
      {
        title: "A client certificate is old",
        tell: "The connection works without the client certificate, for example in a VPN.",
        fix: "Issue the client certificate again with SHA-256.",
      },
      {
        title: "The system became stricter with an update",
        tell: "It began after an update to Debian 10, Ubuntu 20.04, OpenSSL 3 or later.",
        fix:
          "Replace the certificates. A lower security level (@SECLEVEL=0) only hides the problem.",
      },
    ],
    check: "inspect",
  },
  {
    id: "ee-key-too-small",
    text: "ee key too small",
    programs: "OpenSSL, nginx, Apache, Postfix, Python",
    lines: ["error:0A00018F:SSL routines::ee key too small"],
    also: [
      "EE_KEY_TOO_SMALL",
      "EE certificate key too weak",
      "key too weak",
      "ca key too small",
      "num=66:",
    ],
    means: "The key of a certificate is too short for the security level of OpenSSL.",
    causes: [
      {
        title: "The certificate has an RSA key of 1024 bits",
        tell: "The inspector shows the size of the key.",
        fix: "Make a new key (RSA 2048 or P-256) and a CSR, and get a new certificate.",
      },
      {
        title: "A CA of the chain has a short key",
        tell:
          'The text says "ca key too small". The chain analyzer shows the key of each certificate.',
        fix: "Use a chain with a newer intermediate, or replace the private CA.",
      },
      {
        title: "The system became stricter with an update",
        tell: "The same file worked before an update of the system or of OpenSSL.",
        fix:
          "Replace the certificate. A lower security level (@SECLEVEL=1) only hides the problem.",
      },
    ],
    check: "inspect",
  },
  {
    id: "wrong-version-number",
    text: "wrong version number",
    programs: "OpenSSL, curl, Python, Node.js, git",
    lines: [
      "curl: (35) error:0A00010B:SSL routines::wrong version number",
      "[SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1006)",
      "Error: write EPROTO error:0A00010B:SSL routines:ssl3_get_record:wrong version number",
    ],
    also: ["WRONG_VERSION_NUMBER", "packet length too long", "0A00010B"],
    means: "The first bytes of the server are not TLS. Most often they are plain HTTP.",
    causes: [
      wrongPort,
      {
        title: "The client speaks TLS to a proxy that expects plain HTTP",
        tell: "The setting is HTTPS_PROXY=https://..., and it works without the proxy.",
        fix:
          "Write the address of the proxy with http://. The connection to the website is encrypted all the same.",
      },
      oldProtocols,
    ],
    check: "host",
  },
  {
    id: "alert-handshake-failure",
    text: "alert handshake failure",
    programs: "OpenSSL, curl, Python, Node.js",
    lines: [
      "curl: (35) error:0A000410:SSL routines::sslv3 alert handshake failure",
      "[SSL: SSLV3_ALERT_HANDSHAKE_FAILURE] sslv3 alert handshake failure (_ssl.c:1006)",
    ],
    also: [
      "SSLV3_ALERT_HANDSHAKE_FAILURE",
      "handshake_failure",
      "Received fatal alert: handshake_failure",
      "ssl/tls alert handshake failure",
    ],
    means: "The server ended the handshake, because it found no settings that both sides accept.",
    causes: [
      {
        title: "Client and server have no common cipher suite or curve",
        tell: "It fails in old clients only, or after a change of the server's cipher list.",
        fix:
          "Update the client, or allow the suites of Mozilla's intermediate profile on the server.",
      },
      {
        title: "The server expects a client certificate",
        tell: "Only clients with a certificate get in, as for mutual TLS or an API of a bank.",
        fix: "Send the client certificate and its key (curl: --cert and --key).",
      },
      {
        title: "The server knows no certificate for this name",
        tell:
          "It fails for this name or for an IP address, and works for other names on the same server.",
        fix: "Send the right name (SNI), or configure the name on the server.",
      },
    ],
    check: "host",
  },
  {
    id: "alert-protocol-version",
    text: "alert protocol version",
    programs: "OpenSSL, curl, Python, Java",
    lines: [
      "curl: (35) error:0A00042E:SSL routines::tlsv1 alert protocol version",
      "javax.net.ssl.SSLHandshakeException: Received fatal alert: protocol_version",
    ],
    also: [
      "TLSV1_ALERT_PROTOCOL_VERSION",
      "unsupported protocol",
      "Received fatal alert: protocol_version",
      "protocol_version",
    ],
    means: "The other side does not accept the version of TLS that was offered.",
    causes: [
      oldProtocols,
      {
        title: "The client is limited to an old version",
        tell:
          "Its settings name TLS 1.0 or 1.1, such as Java 7, .NET Framework 4.5 or curl --tlsv1.1.",
        fix: "Remove the limit, or update the client so that it offers TLS 1.2.",
      },
      {
        title: "The server offers only an old version",
        tell: "It is an old device, and modern browsers refuse it as well.",
        fix: "Update the device. Until then, put a proxy with TLS 1.2 in front of it.",
      },
    ],
    check: "host",
  },
  {
    id: "alert-unknown-ca",
    text: "alert unknown ca",
    programs: "OpenSSL, nginx, Postfix, Node.js, Go",
    lines: [
      "error:0A000418:SSL routines::tlsv1 alert unknown ca",
      "remote error: tls: unknown certificate authority",
    ],
    also: [
      "TLSV1_ALERT_UNKNOWN_CA",
      "unknown certificate authority",
      "tls: unknown ca",
      "alert bad certificate",
      "Received fatal alert: unknown_ca",
    ],
    means:
      "The other side does not trust the certificate that it got. The line is in the log of the side that sent it.",
    causes: [
      {
        title: "A client does not trust the server's CA",
        tell:
          "The line is in the server's log. The client has a private CA to install, or the server's chain is incomplete.",
        fix: "Install the root on the client, and the full chain on the server.",
      },
      {
        title: "The server does not trust the client's certificate",
        tell: "The line is in the client's log, and the server asks for client certificates.",
        fix:
          "Add the CA of the client certificates to the server's list (nginx: ssl_client_certificate).",
      },
      {
        title: "The client does not send its intermediate",
        tell: "The server's list has the root only, and the client's file has one certificate.",
        fix: "Put the intermediate behind the client's certificate in its file.",
      },
    ],
    check: "host",
  },
  {
    id: "certificate-required",
    text: "alert certificate required",
    programs: "OpenSSL, curl, Python, Node.js, Go",
    lines: [
      "error:0A00045C:SSL routines::tlsv13 alert certificate required",
      "400 Bad Request: No required SSL certificate was sent",
    ],
    also: [
      "TLSV13_ALERT_CERTIFICATE_REQUIRED",
      "certificate required",
      "No required SSL certificate was sent",
      "bad_certificate",
    ],
    means: "The server asks for a client certificate (mutual TLS), and the client sent none.",
    causes: [
      {
        title: "No client certificate is configured",
        tell: "The program has no setting for a certificate and key.",
        fix:
          "Configure both (curl: --cert and --key). Ask the operator of the server for a certificate.",
      },
      {
        title: "The client's certificate comes from a CA that the server does not list",
        tell: "A certificate is configured, but the program does not send it.",
        fix:
          'Get a certificate from a CA of the list. openssl s_client prints it as "Acceptable client certificate CA names".',
      },
      {
        title: "The certificate is not for clients",
        tell:
          "The inspector shows no clientAuth among its purposes. Public CAs no longer include it.",
        fix: "Use a certificate of a private CA with the purpose clientAuth.",
      },
    ],
    check: "inspect",
  },
  {
    id: "unsupported-certificate-purpose",
    text: "unsupported certificate purpose",
    programs: "OpenSSL, OpenVPN, Python, Node.js",
    lines: [
      "error 26 at 0 depth lookup: unsupported certificate purpose",
      "VERIFY ERROR: depth=0, error=unsupported certificate purpose",
    ],
    also: ["unsuitable certificate purpose", "INVALID_PURPOSE", "num=26:"],
    means:
      "The certificate may not be used in this role, such as a client certificate on a server.",
    causes: [
      {
        title: "The extended key usage lacks the purpose",
        tell:
          "The inspector shows the purposes. A server needs serverAuth, a client needs clientAuth.",
        fix: "Issue the certificate again with the purpose.",
      },
      {
        title: "The files of client and server were exchanged",
        tell: "It happens in a VPN or with mutual TLS, where each side has its own pair of files.",
        fix: "Compare the files with the names and purposes of the certificates.",
      },
      {
        title: "A CA of the chain is limited to other purposes",
        tell: "The chain analyzer shows the purposes of each CA.",
        fix: "Get the certificate from a CA that may issue for this purpose.",
      },
    ],
    check: "inspect",
  },
  {
    id: "invalid-ca-certificate",
    text: "invalid CA certificate",
    programs: "OpenSSL, OpenVPN, curl, Python, Firefox",
    lines: [
      "error 79 at 1 depth lookup: invalid CA certificate",
      "error 24 at 1 depth lookup: invalid CA certificate",
    ],
    also: ["INVALID_CA", "num=79:", "num=24:", "SEC_ERROR_CA_CERT_INVALID"],
    means: "A certificate signed another one, but it is not a CA certificate.",
    causes: [
      {
        title: "The CA was made without the CA extension",
        tell: "The inspector shows no basic constraints with CA: yes.",
        fix:
          "Make the CA certificate again with basicConstraints = critical, CA:TRUE and keyUsage keyCertSign.",
      },
      {
        title: "A server's certificate was used to sign another one",
        tell: "The issuer is an ordinary certificate of a server.",
        fix: "Sign with the CA's key, not with the key of a server.",
      },
      {
        title: "The CA certificate has version 1",
        tell: "The inspector shows version 1 and no extensions. Old commands make such files.",
        fix: "Make the CA again with extensions (openssl req -x509 -addext ...).",
      },
    ],
    check: "inspect",
  },
  {
    id: "certificate-revoked",
    text: "certificate revoked",
    programs: "OpenSSL, Java, nginx, OpenVPN",
    lines: [
      "error 23 at 0 depth lookup: certificate revoked",
      "VERIFY ERROR: depth=0, error=certificate revoked",
    ],
    also: [
      "CERT_REVOKED",
      "num=23:",
      "Certificate has been revoked",
      "CertificateRevokedException",
    ],
    means: "The CA has withdrawn the certificate before its end date.",
    causes: [
      {
        title: "The owner asked for it",
        tell:
          "A key was lost or renewed, or the certificate was replaced. The chain analyzer shows date and reason.",
        fix: "Install the new certificate. If there is none, make a new key and get one.",
      },
      {
        title: "The CA withdrew many certificates",
        tell: "The CA has written to its customers, because it found an error of its own.",
        fix:
          "Renew the certificate now, with a new order or with your ACME client's --force-renewal.",
      },
      {
        title: "An old certificate is still on one of several servers",
        tell: "It fails only sometimes, or only through one load balancer.",
        fix: "Install the new certificate on every server, and reload each.",
      },
    ],
    check: "host",
  },
  {
    id: "unsafe-legacy-renegotiation-disabled",
    text: "unsafe legacy renegotiation disabled",
    programs: "OpenSSL 3, curl, Python, Node.js",
    lines: ["curl: (35) error:0A000152:SSL routines::unsafe legacy renegotiation disabled"],
    also: ["UNSAFE_LEGACY_RENEGOTIATION_DISABLED", "0A000152"],
    means:
      "The server does not know secure renegotiation (RFC 5746), and OpenSSL 3 refuses such servers.",
    causes: [
      {
        title: "The server or its load balancer is very old",
        tell: "It fails with OpenSSL 3 and works with OpenSSL 1.1.",
        fix: "Update the server. Maintained products have supported RFC 5746 since 2010.",
      },
      {
        title: "An old proxy opens the connection",
        tell: "It fails in one network only, for every website.",
        fix: "Ask the administrator to update the proxy.",
      },
      {
        title: "The server cannot be changed",
        tell: "It belongs to another company or is an old device.",
        fix:
          "Set UnsafeLegacyServerConnect for this connection only, in an openssl.cnf of its own.",
      },
    ],
    check: "host",
  },
  {
    id: "dh-key-too-small",
    text: "dh key too small",
    programs: "OpenSSL, curl, Python, Node.js",
    lines: [
      "curl: (35) error:0A00018A:SSL routines::dh key too small",
      "[SSL: DH_KEY_TOO_SMALL] dh key too small (_ssl.c:1006)",
    ],
    also: ["DH_KEY_TOO_SMALL", "ERR_SSL_WEAK_EPHEMERAL_DH_KEY", "Weak ephemeral Diffie-Hellman"],
    means:
      "The server exchanges keys with Diffie-Hellman numbers that are too short. The certificate is not the cause.",
    causes: [
      {
        title: "The server uses 1024 bits or fewer",
        tell: "It is an old server or device. Browsers do not use this exchange any more.",
        fix: "Use ECDHE suites on the server, and remove the DHE suites.",
      },
      {
        title: "A file with parameters is old",
        tell:
          "The configuration names a file such as dhparam.pem (ssl_dhparam, smtpd_tls_dh1024_param_file).",
        fix: "Replace it with one of the groups of RFC 7919 (ffdhe2048), or remove the setting.",
      },
      {
        title: "The client became stricter with an update",
        tell: "The server has not changed, and other clients still connect.",
        fix: "Update the server. A lower security level of the client only hides the problem.",
      },
    ],
    check: "host",
  },
  {
    id: "error-setting-certificate-file",
    text: "error setting certificate file",
    programs: "curl, git, PHP",
    lines: ["curl: (77) error setting certificate file: /etc/ssl/certs/ca-certificates.crt"],
    also: ["error setting certificate verify locations", "curl: (77)"],
    means: "The client cannot read its file of roots, so it does not trust any website.",
    causes: [
      {
        title: "The file does not exist",
        tell: "The path in the text is not on this computer, as in small containers.",
        fix: "Install the package ca-certificates, or set CURL_CA_BUNDLE to a file that exists.",
      },
      {
        title: "A setting names an old path",
        tell:
          "The path comes from curl.cainfo in php.ini, http.sslCAInfo in git, or SSL_CERT_FILE.",
        fix: "Correct or remove the setting.",
      },
      {
        title: "The file is empty or damaged",
        tell: "The inspector finds no certificates in it.",
        fix: "Write it again with update-ca-certificates, or install the package again.",
      },
    ],
    check: "inspect",
  },
];
