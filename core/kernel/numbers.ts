/** How texts of the API and of pages write numbers. */

/**
 * A whole number with commas between thousands: "12,345", "-1,234". It does not depend on anybody's
 * locale, because the texts around it are English. `toLocaleString` takes some hundred times as long,
 * and an input may bring thousands of messages; the first one of a tab takes a slow telephone 170 ms.
 */
export function withCommas(number: number): string {
  const digits = String(number);
  return Math.abs(number) < 1000 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A number with its noun: "1 record", "1,200 records", "2 BYTES". */
export function counted(
  count: number,
  one: string,
  many = one + (one === one.toUpperCase() ? "S" : "s"),
): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}
