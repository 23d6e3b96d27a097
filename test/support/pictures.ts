import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Returns a complete gray PNG. */
export function wholePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Each pixel is one byte.
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(pixels)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

const decoded = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, "base64"));

/** Returns a JPEG of 16 by 8 pixels with a quarter turn in its Exif data, as phones write it. */
export const turnedJpeg = () =>
  decoded(
    "/9j/4QC8RXhpZgAASUkqAAgAAAAGABIBAwABAAAABgAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAABAAAAADoAQAAQAAAAgAAAAAAAAA/9sAQwAUFBQUFRQXGRkXHyIeIh8uKycnKy5GMjYyNjJGakJOQkJOQmpecl1WXXJeqYV2doWpw6SbpMPs09Ps/////////9sAQwEUFBQUFRQXGRkXHyIeIh8uKycnKy5GMjYyNjJGakJOQkJOQmpecl1WXXJeqYV2doWpw6SbpMPs09Ps/////////8IAEQgACAAQAwEiAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAAEBf/EABQBAQAAAAAAAAAAAAAAAAAAAAT/2gAMAwEAAhADEAAAAMewU3//xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAE/AD//xAAXEQADAQAAAAAAAAAAAAAAAAAABUOC/9oACAECAQE/AGU9H//EABcRAAMBAAAAAAAAAAAAAAAAAAAFQ4L/2gAIAQMBAT8AX0yf/9k=",
  );

/** Returns a complete GIF of 6 by 4 pixels with two frames. */
export const wholeGif = () =>
  decoded("R0lGODlhBgAEAIAAAExpcVAAACH5BAUAAAAALAAAAAAGAAQAAAIEjI+pVwAh+QQFAAAAACwAAAAABgAEAIBMaXGgAAACBIyPqVcAOw==");

/** Returns the start of a PNG: a header with the size, but no pixels. */
export function png(width = 3, height = 2): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** Returns a GIF with two frames. */
export const animatedGif = (): Uint8Array<ArrayBuffer> => {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 0x01, 0];
  return Uint8Array.from([...new TextEncoder().encode("GIF89a"), 1, 0, 1, 0, 0, 0, 0, ...frame, ...frame, 0x3b]);
};
