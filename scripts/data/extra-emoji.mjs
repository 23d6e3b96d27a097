import { encodePng } from "../../src/cli/os/png.ts";

const SIZE = 64;
/** Samples per pixel in each direction, for smooth edges. */
const SAMPLES = 4;

/** @typedef {{ shape: (x: number, y: number) => boolean, color: readonly [number, number, number] }} Layer */

/**
 * Two speech bubbles on a green tile, as in src/web/icon.svg; upper layers come last.
 *
 * @type {Layer[]}
 */
const layers = [
  { shape: box(0, 0, 64, 64, 14), color: [47, 111, 94] },
  { shape: either(box(24, 24, 52, 46, 6), corner([34, 46], [44, 46], [44, 54])), color: [172, 197, 191] },
  { shape: either(box(12, 12, 46, 37, 7), corner([20, 36], [31, 36], [20, 45])), color: [255, 255, 255] },
];

/**
 * A rectangle with rounded corners.
 *
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 * @param {number} radius
 * @returns {Layer["shape"]}
 */
function box(left, top, right, bottom, radius) {
  return (x, y) => {
    if (x < left || x > right || y < top || y > bottom) return false;
    const dx = Math.max(left + radius - x, x - right + radius, 0);
    const dy = Math.max(top + radius - y, y - bottom + radius, 0);
    return dx * dx + dy * dy <= radius * radius;
  };
}

/**
 * A triangle with its corners in clockwise order.
 *
 * @param {(readonly [number, number])[]} corners
 * @returns {Layer["shape"]}
 */
function corner(...corners) {
  return (x, y) =>
    corners.every(([ax, ay], index) => {
      const [bx, by] = corners[(index + 1) % corners.length] ?? [ax, ay];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
    });
}

/** @param {Layer["shape"]} one @param {Layer["shape"]} other @returns {Layer["shape"]} */
function either(one, other) {
  return (x, y) => one(x, y) || other(x, y);
}

/** Returns the image row by row, each pixel as red, green, blue and opacity. */
export function pixels() {
  const rows = new Uint8Array(SIZE * SIZE * 4);
  for (let pixel = 0; pixel < SIZE * SIZE; pixel++) {
    const sum = [0, 0, 0];
    let hits = 0;
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const x = (pixel % SIZE) + ((sample % SAMPLES) + 0.5) / SAMPLES;
      const y = Math.floor(pixel / SIZE) + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
      const layer = layers.findLast(({ shape }) => shape(x, y));
      if (layer === undefined) continue;
      hits++;
      for (const [index, part] of layer.color.entries()) sum[index] = (sum[index] ?? 0) + part;
    }
    const opacity = Math.round((255 * hits) / SAMPLES ** 2);
    rows.set([...sum.map((part) => Math.round(part / (hits || 1))), opacity], pixel * 4);
  }
  return { size: SIZE, rows };
}

/** Returns the image as a PNG file. */
export function png() {
  const { size, rows } = pixels();
  return encodePng(size, size, "rgba", rows);
}
