/** "What is a CSR?", for those who never made one. */
export default function AboutCsr() {
  return (
    <p>
      A CSR (certificate signing request) is a short text that asks for a certificate. It has your
      website's name and a public key; the private key stays with you. Send the CSR to your
      certificate provider or hosting company, and they send you the certificate.
    </p>
  );
}
