/** Matrices of cases: a part of each in every run, the whole with `TEST_FULL`. */

/** Whether the whole of each matrix runs, as in `deno task test:full`. */
export const isFull = Deno.env.has("TEST_FULL");

/** Begins the line with which a process says how many cases it leaves to the full run. */
export const LEFT = "Left to the full run: ";

let left = 0;

/** How many cases this process has left to the full run so far. */
export const leftToFull = (): number => left;

/** Every `step`th case from `first` on; all cases in the full run. */
export function partOf<T>(cases: readonly T[], step: number, first = 0): readonly T[] {
  const part = isFull ? cases : cases.filter((_, place) => place % step === first);
  left += cases.length - part.length;
  return part;
}

/** Registers a test in the full run only: in every run another test has a fault of its kind. */
export function fullOnly(register: () => void): void {
  if (isFull) register();
  else left++;
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
