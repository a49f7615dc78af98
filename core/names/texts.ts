/** Messages about a typed host that cannot be contacted. */

export const chainUrlRequired = "PLEASE PROVIDE A URL TO ANALYZE";
export const chainUrlInvalid = "PLEASE ENTER A VALID DOMAIN NAME";
export const portRefused = (port: string) => `PORT ${port} IS NOT CONTACTED: ONLY PORT 443 IS`;
