/** How texts write numbers. */

/**
 * A whole number with commas between thousands: "12,345". `toLocaleString` takes some hundred times as
 * long, and an input may bring thousands of messages.
 */
export function withCommas(number: number): string {
  return number < 1000 ? String(number) : String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
