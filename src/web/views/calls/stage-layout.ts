interface Area {
  readonly width: number;
  readonly height: number;
}

/** The most tiles, whatever there is room for. */
const MAX_TILES = 9;
/** Nobody recognizes people in smaller tiles: those who find no room are named below. */
const MIN_WIDTH = 104;
const GAP = 8;

/** The height of a tile for its width: upright areas have higher tiles. */
export const shapeFor = ({ width, height }: Area): number => (width < height ? 3 / 4 : 9 / 16);

/** The width of the largest tiles of which so many fit into an area. */
export function tileWidth(count: number, area: Area): number {
  let best = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const [across, down] = [(area.width - GAP * (columns - 1)) / columns, (area.height - GAP * (rows - 1)) / rows];
    best = Math.max(best, Math.min(across, down / shapeFor(area)));
  }
  return Math.max(0, Math.floor(best));
}

/** The number of tiles that an area has room for, of so many. */
export function tilesIn(count: number, area: Area): number {
  let shown = Math.min(count, MAX_TILES);
  while (shown > 1 && tileWidth(shown, area) < MIN_WIDTH) shown -= 1;
  return shown;
}
