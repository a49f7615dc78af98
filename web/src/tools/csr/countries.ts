/** The countries of the form, and the one of the browser's language; loaded after the page is drawn. */
import { COUNTRIES } from "../../../../core/assets/country-names.ts";

export const COUNTRY_OPTIONS = COUNTRIES.map(([value, text]) => ({ value, text }));

/** The country of the browser's language; null for a language without a country. */
export function ownCountry(): { value: string; text: string } | null {
  const region = regionOf(navigator.language);
  return COUNTRY_OPTIONS.find(({ value }) => value === region) ?? null;
}

/** "DE" for "de" and for "de-DE"; null for a language without a country. */
function regionOf(language: string): string | null {
  try {
    return new Intl.Locale(language).maximize().region ?? null;
  } catch {
    return null;
  }
}
