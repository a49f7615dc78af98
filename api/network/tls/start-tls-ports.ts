/** The protocols in which TLS begins after a command (STARTTLS), each with its usual port. */
export const START_TLS = { smtp: 25, imap: 143, pop3: 110, ldap: 389, postgres: 5432 } as const;
export type StartTls = keyof typeof START_TLS;
