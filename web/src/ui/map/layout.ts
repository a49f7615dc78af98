/**
 * Places the tiles of a map: a column for each step away from the roots, and below one another the objects that belong
 * to the same object. It knows only keys and lines, so that among thousands of objects only the drawn ones need texts.
 */

/** The most tiles of a map, groups included. */
export const MAX_TILES = 40;
/** No real chain has more steps. */
const MAX_COLUMNS = 16;

export interface MapObject {
  readonly key: string;
  /** A noun in the plural, as a group of these objects is called. */
  readonly kind: string;
  /** It is missing, so a group does not count it. */
  readonly isGap?: boolean;
  /** Objects with a lower rank are drawn before others, if not all fit. */
  readonly rank: number;
}

/** How much is known of a relation, from good to bad; `missing` leads to a gap. */
const LINE_STATES = ["proven", "unproven", "missing", "broken"] as const;
export type LineState = (typeof LINE_STATES)[number];

/** `to` belongs to `from`: a certificate to its issuer, a key to its certificate. */
export interface MapLine {
  readonly from: string;
  readonly to: string;
  readonly state: LineState;
}

interface MapGroup {
  /** The object that its members belong to; null if they belong to none. */
  readonly parent: string | null;
  /** The members, without the objects that belong to them. */
  readonly members: readonly string[];
  /** The number of all its objects. */
  readonly count: number;
  /** The common kind of all its objects; null if they differ. */
  readonly kind: string | null;
}

/** An object, or a group of objects that do not fit. */
export interface MapTile {
  readonly key: string;
  readonly group: MapGroup | null;
}

interface Place {
  readonly column: number;
  readonly row: number;
}

/** A line from a cell to a cell of the next column. Its vertical part is in a lane of its own between the columns. */
export interface PlacedLine {
  /** The column that it begins in, and the rows of its ends. */
  readonly column: number;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly state: LineState;
}

export interface MapLayout {
  readonly columns: number;
  readonly rows: number;
  readonly tiles: readonly (MapTile & Place)[];
  /** Cells without a tile, through which a line leads on to a further column. */
  readonly passages: readonly (Place & { readonly state: LineState })[];
  readonly lines: readonly PlacedLine[];
  /** Tiles without a line. */
  readonly loose: readonly MapTile[];
}

/** A group that was opened: only its members are drawn, with the object that they belong to. */
export type OpenedGroup = Pick<MapGroup, "parent" | "members">;

export function layOut(
  objects: readonly MapObject[],
  lines: readonly MapLine[],
  opened: OpenedGroup | null = null,
): MapLayout {
  const nodes = grow(objects, lines);
  const roots = opened === null
    ? [...nodes.values()].filter(({ parent }) => parent === null)
    : narrowed(nodes, opened);
  return place(roots, fold(roots));
}

/** An object with the objects that belong to it. */
interface Node extends MapObject {
  readonly column: number;
  /** The objects that it belongs to, in columns before its own. */
  readonly above: readonly { node: Node; state: LineState }[];
  /** The one of these that it is drawn at. */
  readonly parent: Node | null;
  children: Node[];
  /** Of the object together with all below it: their number, their common kind, and the lowest rank. */
  size: number;
  commonKind: string | null;
  lowest: number;
}

const worse = (a: LineState, b: LineState): LineState =>
  LINE_STATES.indexOf(a) > LINE_STATES.indexOf(b) ? a : b;

/** The objects as a forest. */
function grow(
  objects: readonly MapObject[],
  lines: readonly MapLine[],
): ReadonlyMap<string, Node> {
  const known = new Map(objects.map((object) => [object.key, object]));
  const above = new Map<string, Map<string, LineState>>();
  for (const { from, to, state } of lines) {
    if (from === to || !known.has(from) || !known.has(to)) continue;
    const own = above.get(to) ?? new Map<string, LineState>();
    const before = own.get(from);
    above.set(to, own.set(from, before ? worse(before, state) : state));
  }
  const columns = columnsOf(known, above);
  const nodes = new Map<string, Node>();
  // Parents come first, because they are in earlier columns.
  const byColumn = [...known.values()].sort((a, b) => columns.get(a.key)! - columns.get(b.key)!);
  for (const object of byColumn) {
    const column = columns.get(object.key)!;
    const higher = [...above.get(object.key) ?? []].flatMap(([key, state]) =>
      columns.get(key)! < column ? [{ node: nodes.get(key)!, state }] : []
    );
    const parent = higher.find(({ node }) => node.column === column - 1)?.node ?? null;
    nodes.set(object.key, {
      ...object,
      column,
      above: higher,
      parent,
      children: [],
      size: object.isGap ? 0 : 1,
      commonKind: object.kind,
      lowest: object.rank,
    });
  }
  // In the order of the objects, not of the columns.
  for (const { key } of known.values()) {
    const node = nodes.get(key)!;
    node.parent?.children.push(node);
  }
  for (const node of [...nodes.values()].reverse()) {
    const { parent } = node;
    if (parent === null) continue;
    parent.size += node.size;
    parent.lowest = Math.min(parent.lowest, node.lowest);
    if (parent.commonKind !== node.commonKind) parent.commonKind = null;
  }
  return new Map([...known.keys()].map((key) => [key, nodes.get(key)!]));
}

/** The column of each object: the longest way from a root, so that every line leads forward. */
function columnsOf(
  objects: ReadonlyMap<string, MapObject>,
  above: ReadonlyMap<string, ReadonlyMap<string, LineState>>,
): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  /** `path` is the way to this call. Authorities that signed each other lead back to it. */
  const find = (key: string, path: Set<string>): number => {
    const before = columns.get(key);
    if (before !== undefined) return before;
    path.add(key);
    let column = 0;
    for (const from of above.get(key)?.keys() ?? []) {
      const isTooFar = path.size >= MAX_COLUMNS && !columns.has(from);
      if (path.has(from) || isTooFar) continue;
      column = Math.max(column, find(from, path) + 1);
    }
    path.delete(key);
    if (column >= MAX_COLUMNS) column = 0;
    columns.set(key, column);
    return column;
  };
  for (const key of objects.keys()) find(key, new Set());
  return columns;
}

function narrowed(
  nodes: ReadonlyMap<string, Node>,
  { parent, members }: OpenedGroup,
): Node[] {
  const chosen = members.flatMap((key) => nodes.get(key) ?? []);
  const above = parent === null ? undefined : nodes.get(parent);
  if (!above) return chosen;
  above.children = chosen;
  return [above];
}

/** The siblings that are drawn, and those that a group stands for. */
interface Shown {
  readonly nodes: readonly Node[];
  readonly folded: readonly Node[];
}

type Fold = (siblings: readonly Node[]) => Shown;

/** Draws as many siblings everywhere as fit into the map, those with the lowest ranks. */
function fold(roots: readonly Node[]): Fold {
  const orders = new Map<readonly Node[], readonly Node[]>();
  const ordered = (siblings: readonly Node[]) => {
    const order = orders.get(siblings) ?? siblings.toSorted((a, b) => a.lowest - b.lowest);
    orders.set(siblings, order);
    return order;
  };
  const upTo = (room: number): Fold => (siblings) => {
    // A group of one would take the room of the object itself.
    if (siblings.length <= room + 1) return { nodes: siblings, folded: [] };
    const order = ordered(siblings);
    return { nodes: order.slice(0, room), folded: order.slice(room) };
  };
  for (let room = MAX_TILES; room > 1; room--) {
    const shown = upTo(room);
    if (tilesIn(roots, shown, MAX_TILES) <= MAX_TILES) return shown;
  }
  return upTo(1);
}

/** The number of tiles; as soon as it exceeds `limit`, the counting ends. */
function tilesIn(siblings: readonly Node[], shown: Fold, limit: number): number {
  const { nodes, folded } = shown(siblings);
  let count = folded.length > 0 ? 1 : 0;
  for (const { children } of nodes) {
    count += 1;
    if (count > limit) break;
    count += tilesIn(children, shown, limit - count);
  }
  return count;
}

function groupOf(folded: readonly Node[]): MapTile {
  const [{ parent, commonKind }] = folded;
  return {
    key: `group ${parent?.key ?? ""}`,
    group: {
      parent: parent?.key ?? null,
      members: folded.map(({ key }) => key),
      count: folded.reduce((sum, { size }) => sum + size, 0),
      kind: folded.every((node) => node.commonKind === commonKind) ? commonKind : null,
    },
  };
}

function place(roots: readonly Node[], shown: Fold): MapLayout {
  const drawn = drawnIn(roots, shown);
  /** Lines from an object to others than its own children. */
  const further = new Map<Node, { to: Node; state: LineState }[]>();
  for (const to of drawn) {
    for (const { node, state } of to.above) {
      if (node === to.parent || !drawn.has(node)) continue;
      const list = further.get(node);
      if (list) list.push({ to, state });
      else further.set(node, [{ to, state }]);
    }
  }
  const isLoose = (node: Node) =>
    node.children.length === 0 && !further.has(node) &&
    node.above.every((line) => !drawn.has(line.node));
  const tiles: (MapTile & Place)[] = [];
  const passages: (Place & { state: LineState })[] = [];
  const open: Omit<PlacedLine, "lane">[] = [];
  /** Lines whose second end is placed later. */
  const pending: { from: Place; to: Node; state: LineState }[] = [];
  const rowOf = new Map<Node, number>();
  const first = roots[0]?.column ?? 0;
  let rows = 0;

  /** Places the object in the next row, and what belongs to it from the same row on. */
  const put = (node: Node): number => {
    const row = rows;
    const column = node.column - first;
    tiles.push({ key: node.key, group: null, column, row });
    rowOf.set(node, row);
    let isFirst = true;
    const nextRow = () => {
      if (!isFirst) rows++;
      isFirst = false;
    };
    const { nodes, folded } = shown(node.children);
    for (const child of nodes) {
      nextRow();
      const { state } = child.above.find((line) => line.node === node)!;
      open.push({ column, from: row, to: put(child), state });
    }
    if (folded.length > 0) {
      nextRow();
      tiles.push({ ...groupOf(folded), column: column + 1, row: rows });
      const state = folded.flatMap(({ above }) =>
        above.filter((line) => line.node === node).map((line) => line.state)
      ).reduce(worse);
      open.push({ column, from: row, to: rows, state });
    }
    for (const { to, state } of further.get(node) ?? []) {
      let from = { column, row };
      // A line over several columns has a row of its own, so that it is below no tile.
      if (to.column - first > column + 1) {
        nextRow();
        open.push({ column, from: row, to: rows, state });
        for (let passed = column + 1; passed < to.column - first; passed++) {
          from = { column: passed, row: rows };
          passages.push({ ...from, state });
          if (passed > column + 1) open.push({ column: passed - 1, from: rows, to: rows, state });
        }
      }
      pending.push({ from, to, state });
    }
    return row;
  };

  const { nodes, folded } = shown(roots);
  for (const node of nodes) {
    if (isLoose(node)) continue;
    put(node);
    rows++;
  }
  for (const { from, to, state } of pending) {
    const row = rowOf.get(to);
    if (row !== undefined) open.push({ column: from.column, from: from.row, to: row, state });
  }
  const loose = nodes.filter(isLoose).map(({ key }): MapTile => ({ key, group: null }));
  if (folded.length > 0) loose.push(groupOf(folded));
  const columns = Math.max(0, ...tiles.map(({ column }) => column + 1));
  return { columns, rows, tiles, passages, lines: inLanes(open), loose };
}

function drawnIn(roots: readonly Node[], shown: Fold): Set<Node> {
  const drawn = new Set<Node>();
  const visit = (siblings: readonly Node[]) => {
    for (const node of shown(siblings).nodes) {
      drawn.add(node);
      visit(node.children);
    }
  };
  visit(roots);
  return drawn;
}

/** Gives the vertical parts of lines from different objects different lanes, where they would be above one another. */
function inLanes(lines: readonly Omit<PlacedLine, "lane">[]): PlacedLine[] {
  const lanes = new Map<string, number>();
  const bySource = Map.groupBy(lines, ({ column, from }) => `${column} ${from}`);
  const spans = [...bySource].map(([source, own]) => {
    const ends = own.flatMap(({ from, to }) => [from, to]);
    const [{ column }] = own;
    return { source, column, top: Math.min(...ends), bottom: Math.max(...ends) };
  }).sort((a, b) => a.top - b.top);
  /** The last row of each lane of a column. */
  const taken = new Map<number, number[]>();
  for (const { source, column, top, bottom } of spans) {
    const bottoms = taken.get(column) ?? [];
    taken.set(column, bottoms);
    const free = bottoms.findIndex((last) => last < top);
    const lane = free < 0 ? bottoms.length : free;
    bottoms[lane] = bottom;
    lanes.set(source, lane);
  }
  return lines.map((line) => ({ ...line, lane: lanes.get(`${line.column} ${line.from}`)! }));
}
