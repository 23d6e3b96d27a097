export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The visible square of a picture: its center in pixels, and the zoom, which is the side of the largest possible square
 * divided by this square's side.
 */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const sideOf = ({ width, height }: Size, zoom: number) => Math.min(width, height) / zoom;

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** Moves a crop to be within the picture. */
function within(size: Size, { x, y, zoom }: Crop): Crop {
  const half = sideOf(size, zoom) / 2;
  return { x: between(half, x, size.width - half), y: between(half, y, size.height - half), zoom };
}

/** The largest square, centered. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

export const zoomed = (size: Size, crop: Crop, zoom: number): Crop => within(size, { ...crop, zoom });

/** Moves the square by fractions of its side. */
export function moved(size: Size, crop: Crop, x: number, y: number): Crop {
  const side = sideOf(size, crop.zoom);
  return within(size, { ...crop, x: crop.x + x * side, y: crop.y + y * side });
}

/** Returns the square in pixels, from the picture's top left corner. */
export function cropOf(size: Size, { x, y, zoom }: Crop) {
  const side = sideOf(size, zoom);
  return { left: x - side / 2, top: y - side / 2, side };
}
