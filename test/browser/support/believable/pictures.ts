import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];
type Paint = (x: number, y: number) => Colour;

/** Draws a crane at a quay in the evening, as an image to upload. */
export const harbourPicture = () => png(960, 540, evening);

/** Draws an avatar in two colors. */
export const facePicture = (from: string, to: string) =>
  png(128, 128, (x, y) => mix(colour(from), colour(to), Math.hypot(x - 0.3, y - 0.25) < 0.42 ? 0.15 : y));

/** Draws a crane, as a custom emoji. */
export const cranePicture = () =>
  png(64, 64, (x, y) => (isCrane(0.1 + x * 0.5, 0.1 + y * 0.75) ? [196, 83, 45] : [230, 240, 244]));

function evening(x: number, y: number): Colour {
  if (isCrane(x, y)) return [196, 83, 45];
  if (y > 0.62) return mix([77, 127, 150], [30, 60, 76], (y - 0.62) * 2.4 + Math.sin(x * 90 + y * 200) * 0.05);
  if (y > 0.56 && x > 0.55) return [70, 70, 78];
  const sun = Math.hypot(x - 0.78, (y - 0.5) * 0.56);
  return mix([250, 214, 165], [120, 165, 200], Math.min(1, 0.25 + (0.62 - y) * 1.1 + Math.min(sun, 0.4)));
}

function isCrane(x: number, y: number): boolean {
  const mast = x > 0.3 && x < 0.33 && y > 0.18 && y < 0.78;
  const leg = Math.abs(x - 0.3 - (y - 0.5) * 0.35) < 0.008 && y > 0.5 && y < 0.78;
  const boom = y > 0.2 && y < 0.235 && x > 0.18 && x < 0.58;
  const stay = Math.abs(y - 0.12 - Math.abs(x - 0.315) * 0.45) < 0.006 && x > 0.2 && x < 0.52;
  const rope = Math.abs(x - 0.52) < 0.003 && y > 0.2 && y < 0.42;
  const box = x > 0.48 && x < 0.56 && y > 0.42 && y < 0.5;
  return mast || leg || boom || stay || rope || box;
}

const colour = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const mix = (a: Colour, b: Colour, share: number): Colour => {
  const part = Math.max(0, Math.min(1, share));
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
};

function png(width: number, height: number, paint: Paint): Blob {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      rows.set(paint(column / width, row / height).map(Math.round), row * (width * 3 + 1) + 1 + column * 3);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits per channel, three channels.
  head.set([8, 2], 8);
  const begin = Buffer.from("89504e470d0a1a0a", "hex");
  const bytes = Buffer.concat([begin, chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND")]);
  return new Blob([bytes], { type: "image/png" });
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
