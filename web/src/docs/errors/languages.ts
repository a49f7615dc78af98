/** Texts of Java, Go, .NET and Windows, GnuTLS and Postfix. */
import type { ErrorText } from "./error-text.ts";
import {
  chainIncomplete,
  commonNameOnly,
  intercepted,
  nameMissing,
  notRenewed,
  otherSite,
  privateCa,
  rootsTooOld,
  wrongAddress,
  wrongClock,
  wrongKeyFile,
  wrongOrder,
} from "./causes.ts";

const KEYTOOL = "Java takes it with keytool -importcert -cacerts -alias NAME -file root.pem.";
const GO = "Go takes the list of the system, or a file in SSL_CERT_FILE.";
const WINDOWS =
  'In Windows import it into "Trusted Root Certification Authorities" of the computer.';
const GNUTLS =
  "Put the root into /usr/local/share/ca-certificates, and run update-ca-certificates.";

export const languageErrors: readonly ErrorText[] = [
  {
    id: "pkix-path-building-failed",
    text: "PKIX path building failed",
    programs: "Java, Maven, Gradle, Jenkins, Tomcat",
    lines: [
      "javax.net.ssl.SSLHandshakeException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target",
    ],
    also: [
      "unable to find valid certification path to requested target",
      "SunCertPathBuilderException",
    ],
    means: "Java found no path from the server's certificate to a root in its truststore.",
    causes: [chainIncomplete, intercepted(KEYTOOL), privateCa(KEYTOOL)],
    check: "host",
  },
  {
    id: "pkix-path-validation-failed",
    text: "PKIX path validation failed",
    programs: "Java, Maven, Gradle, Tomcat",
    lines: [
      "javax.net.ssl.SSLHandshakeException: PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed",
    ],
    also: [
      "CertPathValidatorException",
      "validity check failed",
      "timestamp check failed",
      "CertificateExpiredException",
    ],
    means:
      "Java found a path to a root, but a certificate on it breaks a rule. Most often it has expired.",
    causes: [
      notRenewed,
      wrongClock,
      {
        title: "An algorithm is turned off in Java",
        tell: 'The text says "Algorithm constraints check failed", with SHA1withRSA or RSA 1024.',
        fix: "Issue the certificate again with SHA-256 and a key of at least 2048 bits.",
      },
    ],
    check: "host",
  },
  {
    id: "no-subject-alternative-names-present",
    text: "No subject alternative names present",
    programs: "Java, Maven, LDAP clients",
    lines: [
      "javax.net.ssl.SSLHandshakeException: No subject alternative names present",
      "java.security.cert.CertificateException: No subject alternative DNS name matching www.example.com found.",
    ],
    also: [
      "No subject alternative DNS name matching",
      "No name matching",
      "No subject alternative names matching IP address",
      "SSLPeerUnverifiedException",
    ],
    means: "The certificate has no name that Java can compare with the host.",
    causes: [
      commonNameOnly,
      nameMissing,
      wrongAddress,
    ],
    check: "host",
  },
  {
    id: "keystore-password-was-incorrect",
    text: "keystore password was incorrect",
    programs: "Java, keytool, Tomcat",
    lines: ["keytool error: java.io.IOException: keystore password was incorrect"],
    also: ["Keystore was tampered with, or password was incorrect", "UnrecoverableKeyException"],
    means: "The password does not open the keystore, or the file was changed.",
    causes: [
      {
        title: "The password is wrong",
        tell:
          'keytool -list asks for it and fails too. The default of Java\'s own truststore is "changeit".',
        fix:
          "Use the password that the file was made with, or make the keystore again from key and certificate.",
      },
      {
        title: "The type of the keystore is set wrong",
        tell: "The configuration says JKS, but the file is PKCS#12, or the other way around.",
        fix: "Correct the type. The PFX converter shows which of them the file is.",
      },
      {
        title: "An old Java cannot read a new file",
        tell: "Java 8 before update 301 fails, and newer versions open it.",
        fix: "Update Java, or save the file with the compatible encryption in the PFX converter.",
      },
    ],
    check: "pfx",
  },
  {
    id: "trust-anchors-parameter-must-be-non-empty",
    text: "the trustAnchors parameter must be non-empty",
    programs: "Java, Maven, Gradle",
    lines: [
      "java.security.InvalidAlgorithmParameterException: the trustAnchors parameter must be non-empty",
    ],
    also: ["trustAnchors parameter"],
    means: "Java's truststore contains no certificates, so it cannot trust any server.",
    causes: [
      {
        title: "The file of the truststore does not exist",
        tell: "javax.net.ssl.trustStore names a path that is not on this computer. " +
          'Java 17 prints "PKIX path building failed" in this case.',
        fix: "Correct the path, or remove the setting to use Java's own list.",
      },
      {
        title: "The system's file of roots is empty",
        tell: "It happens in small containers. keytool -list -cacerts shows 0 entries.",
        fix:
          "Install the package ca-certificates-java (or ca-certificates), and run update-ca-certificates -f.",
      },
      {
        title: "The keystore has a key, but no trusted certificate",
        tell: "keytool -list shows PrivateKeyEntry, and no trustedCertEntry.",
        fix: "Import the root with keytool -importcert.",
      },
    ],
    check: "pfx",
  },
  {
    id: "x509-certificate-signed-by-unknown-authority",
    text: "x509: certificate signed by unknown authority",
    programs: "Go, Docker, Kubernetes, Terraform",
    lines: [
      "tls: failed to verify certificate: x509: certificate signed by unknown authority",
      'Error response from daemon: Get "https://registry.example.com/v2/": x509: certificate signed by unknown authority',
    ],
    also: ["signed by unknown authority"],
    means: "Go found no path from the certificate to a root that it trusts.",
    causes: [
      privateCa("Docker takes it in /etc/docker/certs.d/HOST/ca.crt. " + GO),
      chainIncomplete,
      {
        title: "The container has no roots",
        tell:
          "It fails for every website, but only in the container, such as one from scratch or alpine.",
        fix:
          "Install ca-certificates in the image, or copy /etc/ssl/certs/ca-certificates.crt into it.",
      },
    ],
    check: "host",
  },
  {
    id: "x509-certificate-is-valid-for",
    text: "x509: certificate is valid for",
    programs: "Go, Docker, Kubernetes, Terraform",
    lines: [
      "x509: certificate is valid for example.net, not www.example.com",
      "x509: cannot validate certificate for 192.0.2.10 because it doesn't contain any IP SANs",
    ],
    also: [
      "because it doesn't contain any IP SANs",
      "x509: certificate is not valid for any names",
    ],
    means: "The certificate is not for the name or address that Go asked for.",
    causes: [nameMissing, wrongAddress, otherSite],
    check: "host",
  },
  {
    id: "x509-certificate-has-expired-or-is-not-yet-valid",
    text: "x509: certificate has expired or is not yet valid",
    programs: "Go, Docker, Kubernetes, Terraform",
    lines: [
      "x509: certificate has expired or is not yet valid: current time 2026-11-27T10:00:00Z is after 2026-11-20T12:00:00Z",
    ],
    also: ["has expired or is not yet valid"],
    means: "The current time of the client is outside the dates of the certificate.",
    causes: [
      notRenewed,
      wrongClock,
      {
        title: "The certificates of a Kubernetes cluster ran out",
        tell: "kubectl fails for everyone, one year after the cluster was set up.",
        fix: "Run kubeadm certs renew all on the control plane, and start its components again.",
      },
    ],
    check: "host",
  },
  {
    id: "x509-certificate-relies-on-legacy-common-name-field",
    text: "x509: certificate relies on legacy Common Name field, use SANs instead",
    programs: "Go, Docker, Kubernetes",
    lines: ["x509: certificate relies on legacy Common Name field, use SANs instead"],
    also: ["relies on legacy Common Name field"],
    means:
      "The certificate has a common name only. Go reads names from the subject alternative name.",
    causes: [
      commonNameOnly,
      {
        title: "The command that makes the certificate adds no names",
        tell: "It is openssl req without -addext, or x509 -req without -copy_extensions.",
        fix: 'Add -addext "subjectAltName=DNS:www.example.com", or use our certificate generator.',
      },
      {
        title: "The private CA drops the names of the CSR",
        tell:
          "The CSR decoder shows names in the CSR, and the inspector shows none in the certificate.",
        fix: "Change the template of the CA, so that it copies subject alternative names.",
      },
    ],
    check: "inspect",
  },
  {
    id: "tls-private-key-does-not-match-public-key",
    text: "tls: private key does not match public key",
    programs: "Go, Traefik, Caddy, Kubernetes ingress",
    lines: ["tls: private key does not match public key"],
    also: [
      "private key does not match public key",
      "private key type does not match public key type",
    ],
    means:
      "The private key does not belong to the certificate, so the server cannot prove who it is.",
    causes: [
      wrongKeyFile,
      wrongOrder,
      {
        title: "A Kubernetes secret has files of two certificates",
        tell: "tls.crt and tls.key were replaced at different times.",
        fix: "Make the secret again from one pair: kubectl create secret tls.",
      },
    ],
    check: "match",
  },
  {
    id: "remote-certificate-is-invalid",
    text: "The remote certificate is invalid",
    programs: ".NET, PowerShell, SQL Server clients",
    lines: [
      "System.Security.Authentication.AuthenticationException: The remote certificate is invalid because of errors in the certificate chain: UntrustedRoot",
      "The remote certificate is invalid according to the validation procedure: RemoteCertificateNameMismatch",
    ],
    also: [
      "RemoteCertificateNameMismatch",
      "RemoteCertificateChainErrors",
      "The remote certificate was rejected",
      "UntrustedRoot",
    ],
    means:
      "The client refused the server's certificate. The word after the colon gives the reason.",
    causes: [
      {
        ...privateCa(WINDOWS),
        tell: "The reason is UntrustedRoot. The issuer has the name of your company or a device.",
      },
      { ...chainIncomplete, tell: "The reason is PartialChain. The chain analyzer shows the gap." },
      {
        ...nameMissing,
        tell: "The reason is RemoteCertificateNameMismatch. The chain analyzer lists the names.",
      },
    ],
    check: "host",
  },
  {
    id: "ssl-connection-could-not-be-established",
    text: "The SSL connection could not be established, see inner exception.",
    programs: ".NET, PowerShell, NuGet",
    lines: [
      "System.Net.Http.HttpRequestException: The SSL connection could not be established, see inner exception.",
    ],
    also: [
      "The SSL connection could not be established",
      "Could not create SSL/TLS secure channel",
      "The underlying connection was closed: Could not establish trust relationship",
    ],
    means: "The handshake failed. The inner exception, printed below, gives the reason.",
    causes: [
      {
        title: "The certificate is refused",
        tell: 'The inner exception says "The remote certificate is invalid".',
        fix: "Look at the certificate with the chain analyzer, and repair what it reports.",
      },
      {
        title: "Client and server have no common version of TLS",
        tell:
          "The inner exception speaks of an unexpected packet format or a closed connection. The client is an old .NET Framework.",
        fix: "Let .NET use the system's versions (SystemDefaultTlsVersions), or update it.",
      },
      intercepted(WINDOWS),
    ],
    check: "host",
  },
  {
    id: "network-password-is-not-correct",
    text: "The specified network password is not correct",
    programs: ".NET, Windows, IIS, Azure",
    lines: ["CryptographicException: The specified network password is not correct."],
    also: ["The password you entered is incorrect", "0x80070056"],
    means: "Windows cannot open the PFX file with this password.",
    causes: [
      {
        title: "The password is right, but the encryption is too new",
        tell: "The file was made by OpenSSL 3, and Windows Server 2016 or older fails to read it.",
        fix: "Save it with the compatible encryption (3DES, SHA-1) in the PFX converter.",
      },
      {
        title: "The password is wrong",
        tell: "The PFX converter does not open the file either.",
        fix: "Use the password of the export. If it is lost, export the file again.",
      },
      {
        title: "The password was changed on its way",
        tell: "It is in a script or a pipeline, and has characters such as $, ! or %.",
        fix: "Put it into single quotes, or into a secret variable.",
      },
    ],
    check: "pfx",
  },
  {
    id: "sec-e-untrusted-root",
    text: "SEC_E_UNTRUSTED_ROOT",
    programs: "Windows, curl and git with Schannel",
    lines: [
      "curl: (60) schannel: SEC_E_UNTRUSTED_ROOT (0x80090325) - The certificate chain was issued by an authority that is not trusted.",
    ],
    also: [
      "0x80090325",
      "The certificate chain was issued by an authority that is not trusted",
      "CERT_E_UNTRUSTEDROOT",
      "0x800b0109",
    ],
    means: "Windows found a chain, but its root is not in the list of trusted roots.",
    causes: [
      privateCa(WINDOWS),
      intercepted(WINDOWS),
      rootsTooOld(
        "Windows fetches roots from Windows Update. Allow the computer to reach it, or install the roots by a policy.",
      ),
    ],
    check: "host",
  },
  {
    id: "crypt-e-no-revocation-check",
    text: "CRYPT_E_NO_REVOCATION_CHECK",
    programs: "Windows, curl and git with Schannel",
    lines: [
      "curl: (35) schannel: next InitializeSecurityContext failed: CRYPT_E_NO_REVOCATION_CHECK (0x80092012)",
    ],
    also: ["0x80092012", "CRYPT_E_REVOCATION_OFFLINE", "0x80092013", "unable to check revocation"],
    means: "Windows wanted to know whether the certificate is revoked, and got no answer.",
    causes: [
      {
        title: "The computer cannot reach the CA's addresses",
        tell:
          "It is behind a firewall or proxy. The inspector shows the addresses of CRLs and OCSP.",
        fix: "Allow plain HTTP to these addresses.",
      },
      {
        title: "The certificate names no address for revocation",
        tell: "It comes from a private CA or a proxy, and the inspector shows no CRL.",
        fix:
          "Add CRL addresses to the CA. For curl use --ssl-revoke-best-effort, for git http.schannelCheckRevoke=false.",
      },
      {
        title: "The CRL of a private CA has expired",
        tell: 'The inspector shows "next update" of the CRL in the past.',
        fix: "Publish a new CRL, and let the CA renew it in time.",
      },
    ],
    check: "inspect",
  },
  {
    id: "gnutls-certificate-is-not-trusted",
    text: "The certificate is NOT trusted.",
    programs: "GnuTLS, apt, wget, Exim",
    lines: [
      "Status: The certificate is NOT trusted. The certificate issuer is unknown.",
      "Certificate verification failed: The certificate is NOT trusted. The certificate issuer is unknown.",
    ],
    also: [
      "The certificate issuer is unknown",
      "The certificate is not trusted",
      "doesn't have a known issuer",
    ],
    means: "The client found no path from the certificate to a root that it trusts.",
    causes: [
      chainIncomplete,
      privateCa(GNUTLS),
      rootsTooOld(
        "Update the package ca-certificates. On a very old system apt needs plain HTTP for this step.",
      ),
    ],
    check: "host",
  },
  {
    id: "postfix-certificate-verification-failed",
    text: "certificate verification failed for",
    programs: "Postfix",
    lines: [
      "postfix/smtp[4711]: certificate verification failed for mx.example.com[192.0.2.25]:25: untrusted issuer /O=Example/CN=Example CA",
      "postfix/smtp[4711]: Untrusted TLS connection established to mx.example.com[192.0.2.25]:25",
    ],
    also: [
      "Untrusted TLS connection established",
      "Server certificate not trusted",
      "Server certificate not verified",
      "untrusted issuer",
    ],
    means:
      'Postfix does not trust the certificate of the other mail server. With the level "may" the mail is sent all the same.',
    causes: [
      {
        title: "Postfix has no list of roots",
        tell: "It happens for every server, and smtp_tls_CAfile is empty.",
        fix: "Set smtp_tls_CAfile = /etc/ssl/certs/ca-certificates.crt, and reload Postfix.",
      },
      chainIncomplete,
      {
        title: "The other server uses a certificate of its own",
        tell:
          "Many mail servers do. It is a fault only if a policy, DANE or MTA-STS demands a valid one.",
        fix:
          'Nothing has to be done with the level "may". Otherwise ask the operator of the server.',
      },
    ],
    check: "inspect",
  },
  {
    id: "lost-connection-after-starttls",
    text: "lost connection after STARTTLS",
    programs: "Postfix",
    lines: [
      "postfix/smtpd[4711]: lost connection after STARTTLS from client.example.com[192.0.2.30]",
    ],
    also: ["SSL_accept error from", "TLS library problem", "Cannot start TLS: handshake failure"],
    means: "The handshake after STARTTLS did not succeed, and one side closed the connection.",
    causes: [
      {
        title: "The client refuses the certificate",
        tell:
          'The log also has "alert unknown ca", "alert bad certificate" or "alert certificate expired".',
        fix: "Check certificate, chain and names of the mail server with the inspector.",
      },
      {
        title: "Both sides have no common version of TLS",
        tell:
          'The log also has "unsupported protocol" or "no shared cipher". The client is an old device.',
        fix: "Update the device, or allow its version on a port of its own.",
      },
      {
        title: "A scanner opened and closed the connection",
        tell: "The address is unknown to you, and no mail is missing.",
        fix: "Nothing has to be done.",
      },
    ],
    check: "inspect",
  },
];
