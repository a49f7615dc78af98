/** Whether two inputs of an operation are alike in every field. */
export function sameInput(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const entries = Object.entries(one);
  return entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && sameInput(value, other[key]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
