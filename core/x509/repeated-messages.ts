/** Lists of skipped parts of an input, when thousands of them have the same message. */

/** How many parts with the same message a list has. */
const LISTED = 20;

/**
 * The list without the parts that follow twenty others of the same kind. The last of the twenty says in `more`
 * how many were left out, so a short text that repeats one mistake has a short answer.
 *
 * @param kindOf equal for parts of the same kind; by default their message
 */
export function withoutRepetition<T extends { readonly message: string }>(
  parts: readonly T[],
  kindOf: (part: T) => string = ({ message }) => message,
): (T & { more?: number })[] {
  const kinds = Map.groupBy(parts, kindOf);
  const listed = new Set([...kinds.values()].flatMap((same) => same.slice(0, LISTED)));
  return parts.filter((part) => listed.has(part)).map((part) => {
    const same = kinds.get(kindOf(part))!;
    const isLast = part === same[LISTED - 1];
    return isLast && same.length > LISTED ? { ...part, more: same.length - LISTED } : part;
  });
}
