interface Area {
  readonly width: number;
  readonly height: number;
}

/** Maximum tiles, regardless of space. */
const MAX_TILES = 9;
/** People can't be recognized in smaller tiles. Those who don't fit are listed by name below. */
const MIN_WIDTH = 104;
const GAP = 8;

/** A tile's height relative to its width. Portrait areas have taller tiles. */
export const shapeFor = ({ width, height }: Area): number => (width < height ? 3 / 4 : 9 / 16);

/** The largest tile width at which `count` tiles fit into the area. */
export function tileWidth(count: number, area: Area): number {
  let best = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const [across, down] = [(area.width - GAP * (columns - 1)) / columns, (area.height - GAP * (rows - 1)) / rows];
    best = Math.max(best, Math.min(across, down / shapeFor(area)));
  }
  return Math.max(0, Math.floor(best));
}

/** How many of `count` tiles the area can show. */
export function tilesIn(count: number, area: Area): number {
  let shown = Math.min(count, MAX_TILES);
  while (shown > 1 && tileWidth(shown, area) < MIN_WIDTH) shown -= 1;
  return shown;
}
