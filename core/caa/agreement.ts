/** Whether CAA records allow the authority that issued a certificate to issue the next one. */
import { named, quoted } from "../kernel/formatting.ts";
import { AUTHORITIES, type Authority } from "./authorities.ts";
import { mayIssue, type Policy, type Purpose } from "./effective.ts";

interface Agreement {
  status: "allowed" | "forbidden" | "unknown";
  /** In one sentence. */
  message: string;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9. ]/g, "").trim();

/**
 * The authority of the list whose name an issuer's organization begins with, as "Sectigo Limited" is
 * Sectigo. Null where there is none.
 */
export function authorityNamed(organization: string): Authority | null {
  const words = `${plain(organization)} `;
  return AUTHORITIES.find(({ name }) => {
    const wanted = plain(name.replace(/ \(.*\)$/, ""));
    return words.startsWith(`${wanted} `) || words.startsWith(`${wanted}, `);
  }) ?? null;
}

/** Whether a policy allows the authority of an organization. `domain`: where the records are. */
export function agreementOf(
  policy: Policy,
  domain: string,
  organization: string,
  purpose: Purpose,
): Agreement {
  const { by, issuers } = policy[purpose];
  if (by === null && !policy.blocked) {
    return { status: "allowed", message: `No record of ${domain} restricts who may issue.` };
  }
  const names = issuers.map(({ domain }) =>
    AUTHORITIES.find(({ domains }) => domains.includes(domain))?.name ?? named(domain)
  );
  const allowed = names.length > 0 ? `allows ${[...new Set(names)].join(", ")}` : "allows nobody";
  const authority = authorityNamed(organization);
  if (authority === null) {
    return {
      status: "unknown",
      message: `${domain} ${allowed}. The name of ${
        quoted(organization)
      } in CAA records is not known here.`,
    };
  }
  const { permitted } = mayIssue(policy, authority.domains, purpose);
  if (permitted) {
    return { status: "allowed", message: `${domain} allows ${authority.name} to issue.` };
  }
  return {
    status: "forbidden",
    message:
      `${domain} ${allowed}; this certificate is from ${authority.name}: its renewal will fail.`,
  };
}
