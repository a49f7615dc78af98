/** What is said about a host that cannot be contacted under the name that was given. */
export const NAMES_TEXT = {
  chainUrlRequired: "PLEASE PROVIDE A URL TO ANALYZE",
  chainUrlInvalid: "PLEASE ENTER A VALID DOMAIN NAME",
  portRefused: (port: string) => `PORT ${port} IS NOT CONTACTED: ONLY PORT 443 IS`,
} as const;
