export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined) return items;
  const rest = items.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Returns the index that a row is dragged to. The row passes another one when its edge passes the other's middle. */
export function placeAt(heights: readonly number[], from: number, by: number): number {
  let to = from;
  let way = (heights[from] ?? 0) / 2;
  const step = by < 0 ? -1 : 1;
  for (let at = from + step; at >= 0 && at < heights.length; at += step) {
    const height = heights[at] ?? 0;
    if (Math.abs(by) < way + height / 2 - (heights[from] ?? 0) / 2) break;
    to = at;
    way += height;
  }
  return to;
}
