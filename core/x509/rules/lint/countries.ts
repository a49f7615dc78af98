/** Country codes that the subject of a certificate may have. */
import { COUNTRY_CODES } from "../../../assets/country-codes.ts";

/**
 * Codes outside ISO 3166-1: XK is in use for Kosovo, and XX means a country without a code (S/MIME
 * Baseline Requirements, 7.1.4.2.2 n; the ones for TLS say the same).
 */
const FURTHER_CODES: ReadonlySet<string> = new Set(["XK", "XX"]);

/** Whether a subject may have this country code, given in upper case. */
export const isCountry = (code: string): boolean =>
  COUNTRY_CODES.has(code) || FURTHER_CODES.has(code);
