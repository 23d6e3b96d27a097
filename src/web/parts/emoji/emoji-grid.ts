/**
 * Returns the index that an arrow key leads to in a grid of groups, each starting a new row. Rows can be shorter than
 * the grid: up and down lead to the nearest item. Returns undefined for keys that don't move in the grid.
 */
export function gridStep(
  key: string,
  index: number,
  { sizes, columns, rtl }: { readonly sizes: readonly number[]; readonly columns: number; readonly rtl: boolean },
): number | undefined {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  if (count === 0) return undefined;
  if (index < 0) return key === "ArrowDown" ? 0 : undefined;
  if (key === (rtl ? "ArrowLeft" : "ArrowRight")) return Math.min(index + 1, count - 1);
  if (key === (rtl ? "ArrowRight" : "ArrowLeft")) return Math.max(index - 1, 0);
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  let start = 0;
  for (const [group, size] of sizes.entries()) {
    const at = index - start;
    if (at < size) {
      const column = at % columns;
      if (key === "ArrowDown") {
        if (at + columns < size) return index + columns;
        const isInLastRow = Math.floor(at / columns) === Math.floor((size - 1) / columns);
        if (!isInLastRow) return start + size - 1;
        const next = sizes.slice(group + 1).find((one) => one > 0);
        return next === undefined ? index : start + size + Math.min(column, next - 1);
      }
      if (at >= columns) return index - columns;
      const before = sizes.slice(0, group).findLast((one) => one > 0);
      if (before === undefined) return index;
      const lastRow = Math.floor((before - 1) / columns) * columns;
      return start - before + Math.min(lastRow + column, before - 1);
    }
    start += size;
  }
  return undefined;
}

/** Decodes emoji codes from the steps in emoji-order.ts: `1f600`, or `1f636-200d-1f32b` for several code points. */
export function codesOf(steps: string): string[] {
  let first = 0;
  return steps.split(" ").map((step) => {
    const [distance = "", rest] = step.split("+");
    first += Number.parseInt(distance, 36);
    const code = first.toString(16).padStart(4, "0");
    return rest === undefined ? code : `${code}-${rest}`;
  });
}
