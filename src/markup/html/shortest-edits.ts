export type Edit =
  | { readonly kind: "keep"; readonly before: number; readonly after: number }
  | { readonly kind: "delete"; readonly before: number }
  | { readonly kind: "insert"; readonly after: number };

/** Texts further apart than this have nothing in common that would be worth the search. */
const furthest = 600;

/** The furthest points reached on each diagonal before each number of edits (Myers, 1986). */
function search(before: readonly string[], after: readonly string[]): Int32Array[] | undefined {
  const most = Math.min(before.length + after.length, furthest);
  const middle = most + 1;
  const reached = new Int32Array(2 * most + 3);
  const rows: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    rows.push(reached.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = step(reached, middle, edits, diagonal).x;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      reached[middle + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return rows;
    }
  }
  return undefined;
}

/** The best way onto a diagonal: an insertion from the one above, or a deletion from the one below. */
function step(reached: Int32Array, middle: number, edits: number, diagonal: number): { x: number; inserts: boolean } {
  const above = reached[middle + diagonal + 1] ?? 0;
  const below = reached[middle + diagonal - 1] ?? 0;
  const inserts = diagonal === -edits || (diagonal !== edits && below < above);
  return { x: inserts ? above : below + 1, inserts };
}

function trace(rows: readonly Int32Array[], beforeLength: number, afterLength: number): Edit[] {
  const edits: Edit[] = [];
  let x = beforeLength;
  let y = afterLength;
  for (let count = rows.length - 1; count >= 0; count--) {
    const row = rows[count];
    if (!row) break;
    const diagonal = x - y;
    const from = count === 0 ? { x: 0, inserts: false } : step(row, (row.length - 1) / 2, count, diagonal);
    while (x > from.x && x - diagonal > 0 && y > from.x - diagonal)
      edits.push({ kind: "keep", before: --x, after: --y });
    if (count === 0) break;
    if (from.inserts) edits.push({ kind: "insert", after: --y });
    else edits.push({ kind: "delete", before: --x });
  }
  return edits.reverse();
}

/** What turns one list into the other with the fewest changes. */
export function shortestEdits(before: readonly string[], after: readonly string[]): Edit[] {
  const rows = search(before, after);
  if (rows) return trace(rows, before.length, after.length);
  return [
    ...before.map((_, index): Edit => ({ kind: "delete", before: index })),
    ...after.map((_, index): Edit => ({ kind: "insert", after: index })),
  ];
}
