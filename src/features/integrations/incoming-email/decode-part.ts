import { Buffer } from "node:buffer";
import type { PartPosition } from "./light-mail.ts";

/** Bytes decoded before other work on the thread gets a turn. */
const DECODE_CHUNK_BYTES = 262_144;

const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export async function decodePart(raw: Uint8Array, place: PartPosition): Promise<Uint8Array[]> {
  const { to, encoding } = place;
  const [from, end] = [place.from, encoding === "base64" ? to : withoutLastBreak(raw, place)];
  const decoder =
    encoding === "base64" ? new Base64() : encoding === "quoted-printable" ? new QuotedPrintable() : undefined;
  if (decoder === undefined) return [raw.subarray(from, end)];
  const pieces: Uint8Array[] = [];
  for (let at = from; at < end; at += DECODE_CHUNK_BYTES) {
    pieces.push(decoder.decode(raw.subarray(at, Math.min(end, at + DECODE_CHUNK_BYTES))));
    await scheduler.wait(0);
  }
  pieces.push(decoder.end());
  return pieces;
}

/** Returns the end of a part without its last line break, which belongs to the boundary line. */
function withoutLastBreak(raw: Uint8Array, { from, to }: PartPosition): number {
  if (to === from || raw[to - 1] !== LINE_FEED) return to;
  return to - 2 >= from && raw[to - 2] === CARRIAGE_RETURN ? to - 2 : to - 1;
}

class Base64 {
  #rest = "";

  decode(bytes: Uint8Array): Uint8Array {
    const known =
      this.#rest +
      Buffer.from(bytes)
        .toString("latin1")
        .replace(/[^A-Za-z0-9+/=]+/g, "");
    // Some programs pad each line, so decoding restarts after the padding.
    const units = known.split(/=+/);
    const last = units.pop() ?? "";
    const whole = last.length - (last.length % 4);
    this.#rest = last.slice(whole);
    return Buffer.concat([...units, last.slice(0, whole)].map((unit) => Buffer.from(unit, "base64")));
  }

  end(): Uint8Array {
    return Buffer.from(this.#rest, "base64");
  }
}

class QuotedPrintable {
  /** Bytes from the last equals sign on, whose meaning depends on what follows. */
  #rest: Uint8Array = new Uint8Array();

  decode(bytes: Uint8Array): Uint8Array {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const sign = all.lastIndexOf(EQUALS);
    const end = sign >= 0 && all.length - sign < 3 ? sign : all.length;
    this.#rest = all.slice(end);
    return unquoted(all.subarray(0, end));
  }

  end(): Uint8Array {
    return unquoted(this.#rest);
  }
}

function unquoted(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== EQUALS) {
      out[length++] = byte;
      continue;
    }
    const [one, other] = [bytes[at + 1], bytes[at + 2]];
    const code = hexOf(one) * 16 + hexOf(other);
    if (code >= 0) {
      out[length++] = code;
      at += 2;
    } else if (one === LINE_FEED || one === undefined) at += 1;
    else if (one === CARRIAGE_RETURN && other === LINE_FEED) at += 2;
    else out[length++] = byte;
  }
  return out.subarray(0, length);
}

/** Values of hex digits. Other bytes are so negative that their sum with any digit's value is negative. */
const HEX = Int16Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? -1000 : value;
});

const hexOf = (byte: number | undefined): number => HEX[byte ?? 0] ?? 0;
