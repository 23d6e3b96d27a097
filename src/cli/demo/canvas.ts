import { encodePng } from "../os/png.ts";

type Color = `#${string}`;
/** Distance of a point from a shape's edge in pixels; negative inside. */
type Shape = (x: number, y: number) => number;

export const circle =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius;

export const ellipse =
  (cx: number, cy: number, rx: number, ry: number): Shape =>
  (x, y) =>
    (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry);

/** A line with round ends through points, given as alternating x and y. */
export const line =
  (width: number, ...points: number[]): Shape =>
  (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [ax = 0, ay = 0] = [points[at], points[at + 1]];
      const [dx, dy] = [(points[at + 2] ?? 0) - ax, (points[at + 3] ?? 0) - ay];
      const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
      nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy));
    }
    return nearest - width / 2;
  };

/** A convex polygon. Its points are clockwise, given as alternating x and y. */
export const polygon =
  (...points: number[]): Shape =>
  (x, y) => {
    let farthest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < points.length; at += 2) {
      const [ax = 0, ay = 0] = [points[at], points[at + 1]];
      const next = (at + 2) % points.length;
      const [dx, dy] = [(points[next] ?? 0) - ax, (points[next + 1] ?? 0) - ay];
      farthest = Math.max(farthest, ((x - ax) * dy - (y - ay) * dx) / Math.hypot(dx, dy));
    }
    return farthest;
  };

/** An arc from one angle to another, in degrees, clockwise from the right. */
export function arc(width: number, cx: number, cy: number, radius: number, from: number, to: number): Shape {
  const points = Array.from({ length: 13 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / 12) * Math.PI) / 180;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
  return line(width, ...points.flat());
}

export const ring =
  (width: number, cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.abs(Math.hypot(x - cx, y - cy) - radius) - width / 2;

export const above =
  (edge: number): Shape =>
  (_, y) =>
    y - edge;

export const both =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    Math.max(...shapes.map((shape) => shape(x, y)));

/** Width of the square blocks that a shape skips if it is far from their center. */
const BLOCK = 16;

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #rgb: Float32Array;

  constructor(width: number, height: number, background: Color) {
    this.width = width;
    this.height = height;
    this.#rgb = new Float32Array(width * height * 3);
    this.fill(background, () => -1);
  }

  fill(color: Color, ...shapes: Shape[]): this {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    for (const shape of shapes)
      for (let top = 0; top < this.height; top += BLOCK)
        for (let left = 0; left < this.width; left += BLOCK)
          if (shape(left + BLOCK / 2, top + BLOCK / 2) < BLOCK) this.#fillBlock(left, top, shape, parts);
    return this;
  }

  #fillBlock(left: number, top: number, shape: Shape, parts: readonly number[]): void {
    for (let y = top; y < Math.min(top + BLOCK, this.height); y++)
      for (let x = left; x < Math.min(left + BLOCK, this.width); x++) {
        const cover = Math.max(0, Math.min(1, 0.5 - shape(x + 0.5, y + 0.5)));
        if (cover === 0) continue;
        const at = (y * this.width + x) * 3;
        for (const [index, part] of parts.entries()) {
          const before = this.#rgb[at + index] ?? 0;
          this.#rgb[at + index] = before + (part - before) * cover;
        }
      }
  }

  png(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(encodePng(this.width, this.height, "rgb", Uint8Array.from(this.#rgb, Math.round)));
  }
}
