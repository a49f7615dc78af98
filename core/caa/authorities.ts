/**
 * Public certificate authorities and the issuer domain names that they document for CAA records.
 *
 * Generated records use the first domain of an authority; existing records are recognized by any of them.
 * An authority is listed only if its own documents (`source`) name the domains. To add an authority, add
 * an entry: pages and API read this list.
 */
import { listed } from "../kernel/formatting.ts";
import { provider } from "../provider.ts";

export interface Authority {
  /** The key in requests: `certificateAuthorities.<key>`. */
  readonly key: string;
  readonly name: string;
  /** Issuer domain names (RFC 8659, section 4.2), the preferred one first. */
  readonly domains: readonly [string, ...string[]];
  /** Organizations in the names of its CAs that do not begin with `name`: legal, former and resellers' names. */
  readonly organizations?: readonly string[];
  /** Further domains of its servers and of its resellers. It does not look for them in CAA records. */
  readonly hosts?: readonly string[];
  /** The authority's document that names the domains. */
  readonly source: string;
  /**
   * Whether it issues publicly trusted S/MIME certificates, and the source. If absent, this is unknown and
   * the authority is treated as one that does.
   */
  readonly smime?: { readonly issues: boolean; readonly source: string };
}

export const AUTHORITIES: readonly Authority[] = [
  {
    key: "sectigo",
    name: "Sectigo",
    domains: ["sectigo.com", "trust-provider.com", "usertrust.com", "comodoca.com", "comodo.com"],
    organizations: [
      "COMODO CA Limited",
      "The USERTRUST Network",
      "ZeroSSL",
      "GEANT Vereniging",
      "Gandi",
    ],
    // help.zerossl.com, Invalid CAA Records; docs.gandi.net, SSL
    hosts: ["zerossl.com", "gandi.net", "comodoca.net"],
    source: "Sectigo TLS CPS, section 4.2.4; sectigo.com FAQ on CAA",
    smime: { issues: true, source: "Sectigo S/MIME CPS" },
  },
  {
    key: provider.key,
    name: provider.name,
    domains: [provider.domain],
    source: "core/provider.ts",
  },
  {
    key: "letsencrypt",
    name: "Let's Encrypt",
    domains: ["letsencrypt.org"],
    organizations: ["Internet Security Research Group", "(STAGING) Let's Encrypt"],
    hosts: ["lencr.org"],
    source: "ISRG CP/CPS, section 4.2.1; letsencrypt.org/docs/caa",
    smime: {
      issues: false,
      source: 'letsencrypt.org/docs/faq, "What services does Let\'s Encrypt offer?"',
    },
  },
  {
    key: "digicert",
    name: "DigiCert",
    domains: [
      "digicert.com",
      "www.digicert.com",
      "digicert.ne.jp",
      "thawte.com",
      "geotrust.com",
      "rapidssl.com",
      "symantec.com",
      "digitalcertvalidation.com",
      "quovadisglobal.com",
    ],
    organizations: [
      ...["GeoTrust", "Thawte", "RapidSSL", "Symantec", "VeriSign", "QuoVadis", "Cybertrust"],
      "Baltimore",
    ],
    source: "DigiCert Public Trust CP/CPS; docs.digicert.com, DNS CAA resource record check",
    smime: {
      issues: true,
      source: "digicert.com, Certificate Authority Authorization for Email Domains",
    },
  },
  {
    key: "google",
    name: "Google Trust Services",
    domains: ["pki.goog"],
    hosts: ["pki.google.com"],
    source: "Google Trust Services CPS; pki.goog/repository",
    smime: {
      issues: true,
      source: 'pki.goog/faq, "Does Google Trust Services only issue TLS certificates?"',
    },
  },
  {
    key: "amazon",
    name: "Amazon Trust Services",
    domains: ["amazon.com", "amazontrust.com", "awstrust.com", "amazonaws.com", "aws.amazon.com"],
    organizations: ["Amazon"],
    source: "Amazon Trust Services CP/CPS; AWS Certificate Manager user guide, CAA",
  },
  {
    key: "globalsign",
    name: "GlobalSign",
    domains: ["globalsign.com"],
    source: "GlobalSign CPS; globalsign.com/repository",
    smime: { issues: true, source: "GlobalSign CPS" },
  },
  {
    key: "sslcom",
    name: "SSL.com",
    domains: ["ssl.com"],
    organizations: ["SSL Corp", "SSL Corporation"],
    source: "SSL.com CP/CPS; ssl.com, how to configure CAA records",
  },
  {
    key: "godaddy",
    name: "GoDaddy",
    domains: ["godaddy.com", "starfieldtech.com"],
    organizations: ["GoDaddy.com", "Starfield Technologies", "The Go Daddy Group"],
    source: "GoDaddy and Starfield CP/CPS",
  },
  {
    key: "identrust",
    name: "IdenTrust",
    domains: ["identrust.com"],
    organizations: ["Digital Signature Trust"],
    source: "IdenTrust TrustID CP/CPS",
  },
  {
    key: "certum",
    name: "Certum",
    domains: ["certum.pl", "certum.eu"],
    organizations: ["Asseco Data Systems", "Unizeto"],
    source: "Certum CPS (Asseco Data Systems)",
  },
  {
    key: "actalis",
    name: "Actalis",
    domains: ["actalis.it"],
    source: "Actalis CPS for SSL server certificates",
  },
  {
    key: "harica",
    name: "HARICA",
    domains: ["harica.gr"],
    organizations: [
      "Hellenic Academic and Research Institutions",
      "Greek Universities Network",
    ],
    source: "HARICA CP/CPS",
  },
  {
    key: "swisssign",
    name: "SwissSign",
    domains: ["swisssign.com"],
    hosts: ["swisssign.net"],
    source: "SwissSign TLS CPS",
    smime: { issues: true, source: "swisssign.net manual, section 5.2" },
  },
  {
    key: "certainly",
    name: "Certainly (Fastly)",
    domains: ["certainly.com"],
    source: "Certainly CP/CPS; certainly.com/repository",
    smime: {
      issues: false,
      source: "Certainly's answer to Mozilla, dev-security-policy, February 2022",
    },
  },
];

/** The authority with this key, or undefined. */
export function authorityByKey(key: string): Authority | undefined {
  return AUTHORITIES.find((authority) => authority.key === key);
}

const BY_DOMAIN: ReadonlyMap<string, Authority> = new Map(
  AUTHORITIES.flatMap((authority) => authority.domains.map((domain) => [domain, authority])),
);

/** The authority that documents this issuer domain name, or undefined. */
export function authorityByDomain(domain: string): Authority | undefined {
  return BY_DOMAIN.get(domain.toLowerCase());
}

/** The authority whose host this is, such as "r3.i.lencr.org", or undefined. */
export function authorityOfHost(host: string): Authority | undefined {
  const name = host.toLowerCase();
  return AUTHORITIES.find(({ domains, hosts = [] }) =>
    [...domains, ...hosts].some((domain) => name === domain || name.endsWith(`.${domain}`))
  );
}

/** The issuer domain names of an authority, by its key or by any of them; another name stands for itself. */
export function issuerDomains(authority: string): readonly string[] {
  const known = authorityByKey(authority) ?? authorityByDomain(authority);
  return known?.domains ?? [authority];
}

const wordsOf = (name: string): string =>
  `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;

/**
 * The authority of a CA certificate's organization, such as Sectigo for "Sectigo Limited". Without one, that of the
 * addresses in the certificates that it issues: `hosts` of its OCSP responder, CRLs and certificate. Null if
 * neither is in the table.
 */
export function authorityOfIssuer(
  organization: string,
  hosts: readonly string[],
): Authority | null {
  const words = wordsOf(organization);
  const named = AUTHORITIES.find(({ name, organizations = [] }) =>
    [name.replace(/ \(.*\)$/, ""), ...organizations].some((one) => words.startsWith(wordsOf(one)))
  );
  return named ?? hosts.map(authorityOfHost).find((one) => one !== undefined) ?? null;
}

/** The authority's name for an issuer domain name, for use in a sentence. */
export function issuerName(domain: string): string {
  return authorityByDomain(domain)?.name ?? domain;
}

/** Whether an issuemail record may name the authority. */
export const issuesSmime = ({ smime }: Authority): boolean => smime?.issues ?? true;

interface Chosen {
  authorities: readonly Authority[];
  /** Whether issuemail records should name the authorities. */
  issuemail: boolean;
  domain: string;
}

/** Sentences on the choice: authorities that issue no S/MIME certificates, and names that may be aliases. */
export function notesOn(chosen: Chosen): string[] {
  return [...mailNotes(chosen), ...aliasNotes(chosen)];
}

/** The name of a service is often an alias; that of a domain with two labels cannot be one. */
const aliasNotes = ({ domain }: Chosen): string[] =>
  domain.split(".").length > 2
    ? [
      `If ${domain} is an alias (CNAME), no other record may have the same name: add the records at its target, ` +
      "or at a name above it.",
    ]
    : [];

function mailNotes({ authorities, issuemail, domain }: Chosen): string[] {
  const without = authorities.filter((authority) => !issuesSmime(authority));
  if (!issuemail || without.length === 0) return [];
  const names = listed(without.map(({ name }) => name));
  const [verb, object] = without.length === 1 ? ["issues", "it"] : ["issue", "them"];
  const notes = [
    `${names} ${verb} no S/MIME certificates, so no issuemail record names ${object}.`,
  ];
  if (without.length === authorities.length) {
    notes.push(
      `Without an issuemail record, any authority may issue S/MIME certificates for addresses at ` +
        `${domain}. To prevent that, forbid S/MIME certificates to every authority.`,
    );
  }
  return notes;
}
