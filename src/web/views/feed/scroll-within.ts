/** Scrolls further through a row that is taller than the viewport; returns false if the rest of the row is visible. */
export function scrollWithin(viewport: Element, row: Element, by: 1 | -1): boolean {
  const edges = viewport.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const isCut = by === 1 ? bottom > edges.bottom + 8 : top < edges.top - 8;
  if (!isCut || bottom - top < edges.height) return false;
  viewport.scrollBy({ top: by * edges.height * 0.7 });
  return true;
}
