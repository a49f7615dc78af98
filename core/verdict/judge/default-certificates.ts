/** Certificates that servers and devices send when none is set up, and those that are for no public client. */
import type { CertificateFacts } from "./chain-facts.ts";

type Kind = "default" | "device" | "test" | "development" | "origin";

interface Default {
  readonly product: string;
  readonly kind: Kind;
}

type Field = "subject" | "issuer";
type Attribute = "commonName" | "organizationName" | "organizationalUnitName";

/** `[field, attribute, pattern]`: the certificate is of the product if the attribute matches. */
const SIGNS: readonly (readonly [string, Kind, Field, Attribute, RegExp])[] = [
  [
    "ingress-nginx",
    "default",
    "subject",
    "commonName",
    /^Kubernetes Ingress Controller Fake Certificate$/i,
  ],
  ["Traefik", "default", "subject", "commonName", /^TRAEFIK DEFAULT CERT$/i],
  ["Plesk", "default", "subject", "commonName", /^(Plesk|Parallels Panel)$/i],
  ["Plesk", "default", "subject", "organizationName", /^(Plesk|Odin|Parallels, Inc\.?)$/i],
  ["cPanel", "default", "subject", "organizationName", /^cPanel\b/i],
  ["Apache (its sample)", "default", "subject", "organizationName", /^Snake Oil, Ltd\.?$/i],
  ["Red Hat's mod_ssl", "default", "subject", "organizationName", /^SomeOrganization$/],
  ["Envoy Gateway", "default", "subject", "commonName", /^envoy-gateway$/i],
  ["Rancher", "default", "issuer", "commonName", /^dynamiclistener-ca\b/i],
  ["OpenShift", "default", "issuer", "commonName", /^ingress-operator@\d+$/],
  ["Kong", "default", "subject", "organizationName", /^Kong$/],
  ["IIS Express", "development", "subject", "organizationalUnitName", /^IIS Express/i],
  ["FortiGate", "device", "subject", "organizationName", /^Fortinet( Ltd\.?)?$/i],
  ["pfSense", "device", "subject", "organizationName", /^pfSense\b/i],
  ["OPNsense", "device", "subject", "organizationName", /^OPNsense\b/i],
  ["UniFi", "device", "subject", "organizationName", /^(Ubiquiti( Networks)?( Inc\.?)?|UniFi)$/i],
  ["UniFi", "device", "subject", "commonName", /^(UniFi|unifi\.local|UbiquitiRouterUI)$/i],
  ["Synology", "device", "subject", "organizationName", /^Synology\b/i],
  ["Synology", "device", "subject", "commonName", /^synology(\.com)?$/i],
  ["QNAP", "device", "subject", "organizationName", /^QNAP Systems\b/i],
  ["QNAP", "device", "subject", "commonName", /^QNAP NAS$/i],
  ["Proxmox VE", "device", "issuer", "organizationName", /^PVE Cluster Manager CA$/i],
  ["Proxmox VE", "device", "subject", "organizationalUnitName", /^PVE Cluster Node$/i],
  ["VMware ESXi", "device", "subject", "organizationName", /^VMware(,? Inc\.?| Installer)?$/i],
  ["iDRAC", "device", "subject", "commonName", /^idrac\b/i],
  ["HPE iLO", "device", "issuer", "commonName", /^Default Issuer \(Do not trust\)$/i],
  ["Supermicro", "device", "subject", "organizationName", /^Super ?Micro\b/i],
  ["MikroTik", "device", "subject", "organizationName", /^MikroTik\b/i],
  ["AVM FRITZ!Box", "device", "subject", "commonName", /^fritz\.box$/i],
  ["Let's Encrypt's staging environment", "test", "issuer", "commonName", /^\(STAGING\)/i],
  ["Let's Encrypt's staging environment", "test", "issuer", "organizationName", /^\(STAGING\)/i],
  ["Let's Encrypt's staging environment", "test", "issuer", "commonName", /^Fake LE\b/i],
  [
    "Cloudflare's Origin CA",
    "origin",
    "issuer",
    "organizationalUnitName",
    /^CloudFlare Origin (SSL|CA)/i,
  ],
  ["Cloudflare's Origin CA", "origin", "issuer", "commonName", /^CloudFlare Origin\b/i],
  ["mkcert", "development", "issuer", "organizationName", /^mkcert development CA$/i],
  ["Cisco IOS", "device", "subject", "commonName", /^IOS-Self-Signed-Certificate-/i],
  ["SQL Server", "default", "subject", "commonName", /^SSL_Self_Signed_Fallback$/i],
  ["Windows's Web Management Service", "default", "subject", "commonName", /^WMSvc-/i],
  ["TrueNAS", "device", "subject", "organizationName", /^iXsystems\b/i],
  ["OpenWrt", "device", "subject", "organizationName", /^OpenWrt/i],
  ["SonicWall", "device", "subject", "organizationName", /\bSonicWALL\b/i],
  ["Caddy's local CA", "development", "issuer", "commonName", /^Caddy Local Authority\b/i],
  // Last, because other products use the name too.
  ["localhost", "default", "subject", "commonName", /^localhost\.localdomain$/i],
];

/** Recognizes the certificate of a product that is not set up; null for any other. */
export function defaultCertificate(
  certificate: Pick<CertificateFacts, "subject" | "issuer">,
): Default | null {
  const found = SIGNS.find(([, , field, attribute, pattern]) =>
    pattern.test(certificate[field][attribute] ?? "")
  );
  return found ? { product: found[0], kind: found[1] } : null;
}
