import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A complete gray PNG. */
export function wholePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One byte for each pixel.
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

/** A 16 by 8 pixel JPEG with an Exif quarter turn, as phones write it. */
export const turnedJpeg = () =>
  decoded(
    "/9j/4QC8RXhpZgAASUkqAAgAAAAGABIBAwABAAAABgAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAABAAAAADoAQAAQAAAAgAAAAAAAAA/9sAQwAUFBQUFRQXGRkXHyIeIh8uKycnKy5GMjYyNjJGakJOQkJOQmpecl1WXXJeqYV2doWpw6SbpMPs09Ps/////////9sAQwEUFBQUFRQXGRkXHyIeIh8uKycnKy5GMjYyNjJGakJOQkJOQmpecl1WXXJeqYV2doWpw6SbpMPs09Ps/////////8IAEQgACAAQAwEiAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAAEBf/EABQBAQAAAAAAAAAAAAAAAAAAAAT/2gAMAwEAAhADEAAAAMewU3//xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAE/AD//xAAXEQADAQAAAAAAAAAAAAAAAAAABUOC/9oACAECAQE/AGU9H//EABcRAAMBAAAAAAAAAAAAAAAAAAAFQ4L/2gAIAQMBAT8AX0yf/9k=",
  );

/** A complete 6 by 4 pixel GIF with two frames. */
export const wholeGif = () =>
  decoded("R0lGODlhBgAEAIAAAExpcVAAACH5BAUAAAAALAAAAAAGAAQAAAIEjI+pVwAh+QQFAAAAACwAAAAABgAEAIBMaXGgAAACBIyPqVcAOw==");
