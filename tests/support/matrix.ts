/** Matrices of cases: a part of each in every run, the whole with `TEST_FULL`. */

/** Whether the whole of each matrix runs, as in `deno task test:full`. */
export const isFull = Deno.env.has("TEST_FULL");

/** Every `step`th case from `first` on; all cases in the full run. */
export function partOf<T>(cases: readonly T[], step: number, first = 0): readonly T[] {
  return isFull ? cases : cases.filter((_, place) => place % step === first);
}

type Axes = Readonly<Record<string, readonly unknown[]>>;
type Combination<A extends Axes> = { [Axis in keyof A]: A[Axis][number] };

/** Every combination. */
export function product<A extends Axes>(axes: A): Combination<A>[] {
  let rows: Record<string, unknown>[] = [{}];
  for (const [axis, values] of Object.entries(axes)) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [axis]: value })));
  }
  return rows as Combination<A>[];
}

/**
 * As many combinations as the longest axis has values, with each value of each axis in at least one.
 * A shorter axis repeats, shifted by one, so that its values meet new partners.
 */
export function eachOnce<A extends Axes>(axes: A): Combination<A>[] {
  const entries = Object.entries(axes);
  const count = Math.max(...entries.map(([, values]) => values.length));
  return Array.from(
    { length: count },
    (_, row) =>
      Object.fromEntries(entries.map(([axis, values], shift) => {
        const round = Math.floor(row / values.length);
        return [axis, values[(row + shift * round) % values.length]];
      })) as Combination<A>,
  );
}
