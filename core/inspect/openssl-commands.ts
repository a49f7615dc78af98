/** How to read an object on the command line, from the file that it was found in. */
import { shellPath } from "../kernel/formatting.ts";
import type { InspectedObject } from "./objects.ts";

/** Commands in the order of their use; file names are quoted for a POSIX shell. */
export function opensslCommands(object: InspectedObject): string[] {
  const [{ file, form }] = object.places;
  const isInside = form !== "PEM" && form !== "DER" && form !== "base64";
  const path = shellPath(file);
  const binary = form === "DER" ? " -inform DER" : "";
  const several = object.places[0].position > 0;
  switch (object.kind) {
    case "certificate":
      if (form === "PFX") return [`openssl pkcs12 -in ${path} -nokeys -info`];
      if (form.startsWith("PKCS#7")) {
        const outer = form === "PKCS#7 in DER" ? " -inform DER" : "";
        return [`openssl pkcs7 -in ${path}${outer} -print_certs -text -noout`];
      }
      return several && form === "PEM"
        // x509 reads the first certificate of a file alone.
        ? [
          `openssl storeutl -noout -text -certs ${path}`,
        ]
        : [`openssl x509 -in ${path}${binary} -noout -text -fingerprint -sha256`];
    case "request":
      return [`openssl req -in ${path}${binary} -noout -text -verify`];
    case "private-key":
    case "encrypted-private-key":
      if (form === "PFX") return [`openssl pkcs12 -in ${path} -nocerts`];
      if (form === "JWK") return [];
      if (form === "OpenSSH") return [`ssh-keygen -y -f ${path}`];
      return [`openssl pkey -in ${path}${binary} -noout -text_pub -check`];
    case "public-key":
      if (form === "JWK") return [];
      if (form === "OpenSSH") return [`ssh-keygen -l -f ${path}`];
      return [`openssl pkey -pubin -in ${path}${binary} -noout -text`];
    case "pkcs7":
      return [`openssl pkcs7 -in ${path}${binary} -print_certs -noout`];
    case "pkcs12":
      return [`openssl pkcs12 -in ${path} -info -nokeys`];
    case "crl":
      return [`openssl crl -in ${path}${binary} -noout -text`];
    case "ocsp-response":
      return [`openssl ocsp -respin ${path} -resp_text -noverify`];
    case "ocsp-request":
      return [`openssl ocsp -reqin ${path} -req_text`];
    case "ec-parameters":
      return [`openssl ecparam -in ${path}${binary} -noout -text`];
    case "dh-parameters":
      return [`openssl dhparam -in ${path}${binary} -noout -text`];
    case "dsa-parameters":
      return [`openssl dsaparam -in ${path}${binary} -noout -text`];
    case "caa-record":
    case "domain-name":
    case "openpgp":
      return [];
    default:
      return isInside ? [] : [`openssl asn1parse -in ${path}${binary} -i`];
  }
}
