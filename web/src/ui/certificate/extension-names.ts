/** The names of extensions on pages. */
import { EXTENSION_TITLES } from "../../../../core/x509/extension-titles.ts";

/** Returns the title of an extension, or the name that programs use. */
export const extensionTitle = ({ oid, name }: { oid: string; name: string }): string =>
  EXTENSION_TITLES.get(oid) ?? name;

/** Returns the name and OID that programs use, shown next to the title. */
export const extensionData = ({ oid, name }: { oid: string; name: string }): string | undefined =>
  EXTENSION_TITLES.has(oid) ? `${name}, ${oid}` : name === oid ? undefined : oid;
