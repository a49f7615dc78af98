/**
 * All-pairs: of every two axes each pair of values comes together in at least one combination. The
 * whole of a matrix stands behind `TEST_FULL`.
 */
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

/** Few combinations that cover all pairs: always the one that adds the most, the first of equals. */
export function pairwise<A extends Axes>(axes: A): Combination<A>[] {
  const rows = product(axes);
  const names = Object.keys(axes);
  const pairsOf = (row: Combination<A>) =>
    names.flatMap((a, i) =>
      names.slice(i + 1).map((b) =>
        `${a}=${axes[a].indexOf(row[a])} ${b}=${axes[b].indexOf(row[b])}`
      )
    );
  const open = new Set(rows.flatMap(pairsOf));
  const chosen: Combination<A>[] = [];
  while (open.size > 0) {
    let best = rows[0];
    let most = 0;
    for (const row of rows) {
      const gain = pairsOf(row).filter((pair) => open.has(pair)).length;
      if (gain > most) [best, most] = [row, gain];
    }
    chosen.push(best);
    for (const pair of pairsOf(best)) open.delete(pair);
  }
  return chosen;
}
