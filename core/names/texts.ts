/** Messages about a typed host that cannot be contacted. */

/** Specified texts (core/specified-texts.ts). */
export const chainUrlRequired = "PLEASE PROVIDE A URL TO ANALYZE";
export const chainUrlInvalid = "PLEASE ENTER A VALID DOMAIN NAME";
export const portRefused = (port: string) =>
  `Port ${port} is not supported. Only port 443 is checked`;
