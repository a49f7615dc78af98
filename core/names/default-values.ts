/** Values of a subject that programs fill in where the user enters nothing, so they name no one. */

/**
 * The values of openssl.cnf of OpenSSL and of Red Hat, of keytool, and of the script that makes the first certificate of
 * Apache on Red Hat.
 */
const VALUES: ReadonlySet<string> = new Set([
  ...["Internet Widgits Pty Ltd", "Some-State", "Default City", "Default Company Ltd", "XX"],
  ...["Unknown", "SomeState", "SomeCity", "SomeOrganization", "SomeOrganizationalUnit"],
]);

/** Whether the value of an attribute of the subject is the default of a program. */
export const isDefaultValue = (text: string): boolean => VALUES.has(text.trim());
