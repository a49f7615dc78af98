/** What Mozilla and Chrome ask on top of the Baseline Requirements. */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { chromePolicy, mozillaPolicy } from "../documents.ts";
import { type LintRules, publicLint } from "./examined.ts";

export const rootProgramLints = {
  aki_names_certificate: publicLint({
    clause: mozillaPolicy("5.2"),
    since: "2013-07-26",
    title: "It identifies its issuer both by key and by issuer name",
    at: EXTENSION.authorityKeyIdentifier,
    check: (examined) => {
      const identifier = examined.value(EXTENSION.authorityKeyIdentifier);
      return !!identifier?.keyIdentifier && identifier.authorityCertIssuer !== null;
    },
  }),
  ca_purposes_mozilla: publicLint({
    severity: "info",
    clause: mozillaPolicy("5.3"),
    since: "2019-01-01",
    roles: ["intermediate"],
    title: "The CA is for any purpose, or for both servers and e-mail",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      (examined.purposes?.length ?? 0) === 0 || examined.isFor("anyExtendedKeyUsage") ||
      (examined.isFor("emailProtection") && examined.isFor("serverAuth")),
  }),
  client_auth_chrome: publicLint({
    clause: chromePolicy("1.3.2"),
    since: "2027-03-15",
    roles: ["leaf"],
    title: "It is for clients as well as for servers",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) => examined.isFor("serverAuth") && examined.isFor("clientAuth"),
  }),
} satisfies LintRules;
