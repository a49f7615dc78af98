/** Rules about several objects together, about requests, keys, CRLs and DNS records, and about a TLS handshake. */
import {
  practice,
  rfc2986,
  rfc5246,
  rfc5280,
  rfc5652,
  rfc7633,
  rfc8017,
  rfc8550,
  rfc8659,
} from "../documents.ts";
import { ADVICE, policy, proof, type Rules } from "./rule.ts";

export const objectRules = {
  superseded: policy({
    severity: "info",
    clause: practice("The files given"),
    title: "There is a newer certificate",
    why: "Using the older one by mistake is a common cause of outages after a renewal.",
    advice: "Use the one that ends later.",
  }),
  request_signature_invalid: policy({
    // As specified for the decoder of CSRs.
    severity: "warning",
    clause: rfc2986("4.2"),
    title: "Signature of the CSR is not valid",
    why: "CAs refuse it: it was changed, or another key signed it.",
    advice: "Make the CSR again from its key.",
  }),
  key_unusable: policy({
    clause: rfc8017("3.2; RFC 5915, 3"),
    title: "Private key does not work",
    why: "A server will not start with it, or clients cannot verify what it sends.",
    advice: "Look for an undamaged copy of the key, or make a new one.",
  }),
  serial_reused: policy({
    privately: "error",
    clause: rfc5280("4.1.2.2"),
    title: "Another certificate has the same issuer and serial number",
    why: "Clients take the two for one certificate, and a revocation of one revokes both.",
    advice:
      "Issue one of them again with another serial number. Tools with a new random number each time avoid this.",
    at: "serialNumber",
  }),
  crl_expired: policy({
    privately: "error",
    clause: rfc5280("5.1.2.5"),
    title: "CRL has expired",
    why: "OpenVPN, nginx and other programs that check it refuse every certificate of its CA.",
    advice: "Make a new CRL, and install it. Renew it by a schedule before its next update.",
  }),
  crl_not_yet_valid: policy({
    severity: "warning",
    clause: rfc5280("5.1.2.4"),
    title: "CRL is not valid yet",
    why: "Programs that check it refuse every certificate of its CA until then.",
    advice: "Check the clock of this machine and of the CA.",
  }),
  crl_unusable: policy({
    severity: "warning",
    clause: rfc5280("5; 6.3.3"),
    title: "CRL cannot be used",
    why: "It does not prove anything about any certificate.",
    advice: "Get the CRL again from the CA, or have the CA correct it.",
  }),
  record_invalid: policy({
    clause: rfc8659("4.1"),
    title: "CAA record is malformed",
    why:
      "An authority that cannot read the record refuses to issue, or issues as if it were not there.",
    advice: "Correct the record in the DNS zone.",
  }),
  signature_wrong: policy({
    clause: rfc5652("5.4; 5.6"),
    title: "Signature is not valid",
    why: "The content or the signature was changed, or another key signed it.",
    advice: "Ask the sender for the file again, over another channel.",
  }),
  signer_not_valid: policy({
    clause: rfc5652("5.6"),
    title: "Signer's certificate is not valid",
    why: "The signature matches the content, but the certificate does not prove who made it.",
    advice: "Have it signed again, with a valid certificate and a timestamp.",
  }),
  digest_weak: policy({
    severity: "warning",
    clause: practice("Wang et al., 2004; Leurent and Peyrin, 2020"),
    title: "Signature with a weak digest",
    why:
      "Two different contents with the same digest can be made, and a signature over one is also valid for the other.",
    advice: "Have it signed again with SHA-256 or better.",
  }),
  sender_not_named: policy({
    severity: "warning",
    clause: rfc8550("3"),
    title: "Sender is not in the signer's certificate",
    why: "Someone other than the sender may have signed the mail.",
    advice: "Ask the sender whether the signature is theirs.",
  }),
  keystore_changed: policy({
    severity: "warning",
    clause: practice("Java's keystore format"),
    title: "Keystore was changed, or has another password than its key",
    why:
      "Nothing else protects the certificates in it: anyone can have added one that Java trusts.",
    advice: "Enter the password of the keystore. If it is the same, make the keystore again.",
  }),
  shared_factor: policy({
    clause: practice("Lenstra et al. and Heninger et al., 2012"),
    title: "RSA keys share a prime",
    why: "Anyone who sees both keys computes both private keys in a moment.",
    advice: ADVICE.newKey,
  }),
} satisfies Rules;

export const connectionRules = {
  key_not_proven: proof({
    clause: rfc5246("7.4.3"),
    roles: ["leaf"],
    title: "The server does not prove that it has the private key",
    why: "Clients refuse the server: anyone can copy its certificate and send it.",
    advice: "Install the certificate together with its own private key.",
  }),
  staple_missing: policy({
    clause: rfc7633("4.2.3.1"),
    roles: ["leaf"],
    title: "No usable stapled OCSP response, which the certificate requires",
    why: "Clients that know the TLS feature extension refuse the connection.",
    advice: "Turn on OCSP stapling in the server, and let it renew the response in time. " +
      "Or get a certificate without this requirement.",
  }),
} satisfies Rules;
