import { type Parameters, tooLong } from "../api/parameter.ts";
import { limits } from "../protocol/limit-table.ts";
import { tooLarge } from "./request-body.ts";

const [AND, EQUALS, PERCENT] = [0x26, 0x3d, 0x25];
/** Longer than any parameter's name, however its characters are escaped. */
const MAX_NAME_LENGTH = 1000;
const latin1 = new TextDecoder("latin1");

/** Limits the characters of each form field, so that a field that is too long is refused before it is assembled. */
export class FieldRoom {
  constructor(private readonly parameters: Parameters) {}

  /** Returns a counter for one field, which throws beyond its limit. */
  of(name: string): (characters: number) => void {
    const found = Object.entries(this.parameters).find(
      ([known, { aliases }]) => known === name || aliases.includes(name),
    );
    const most = found?.[1].most ?? limits.request.unasked_bytes;
    let sum = 0;
    return (characters) => {
      sum += characters;
      if (sum > most) throw found === undefined ? tooLarge() : tooLong(...found);
    };
  }
}

/** Scans the bytes of a URL-encoded form as they arrive. */
export class UrlencodedMeasure {
  /** Bytes of the current name, or null while in a value. */
  #name: string | null = "";
  #count: (characters: number) => void = () => {};
  /** Remaining digits of an escaped byte. */
  #digits = 0;

  constructor(private readonly room: FieldRoom) {}

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const end = piece.indexOf(AND, at);
      this.#addToField(piece.subarray(at, end < 0 ? piece.length : end));
      if (end < 0) return;
      [this.#name, this.#digits, at] = ["", 0, end + 1];
    }
  }

  #addToField(bytes: Uint8Array): void {
    if (this.#name === null) {
      this.#count(this.#charactersIn(bytes));
      return;
    }
    const equals = bytes.indexOf(EQUALS);
    const name = bytes.subarray(0, equals < 0 ? bytes.length : equals);
    if (this.#name.length + name.length > MAX_NAME_LENGTH) throw tooLarge();
    this.#name += latin1.decode(name);
    if (equals < 0) return;
    const [decoded = ""] = new URLSearchParams(`${this.#name}=`).keys();
    [this.#name, this.#count] = [null, this.room.of(decoded)];
    this.#count(this.#charactersIn(bytes.subarray(equals + 1)));
  }

  /** Lower bound for the UTF-16 units the bytes decode to. A continuation byte counts as none. */
  #charactersIn(bytes: Uint8Array): number {
    let characters = 0;
    for (const byte of bytes) {
      if (this.#digits === 2) characters += unitsOfFirstDigit(byte);
      else if (this.#digits === 0 && byte !== PERCENT) characters += unitsOf(byte);
      this.#digits = byte === PERCENT ? 2 : Math.max(0, this.#digits - 1);
    }
    return characters;
  }
}

/** Counts the UTF-16 units in the chunks of a multipart field. */
export const unitsIn = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + unitsOf(byte), 0);

const unitsOf = (byte: number): number => ((byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1);

/**
 * The first digit of an escaped byte is enough: 8 to B is a continuation byte, and F starts a character of two units.
 */
function unitsOfFirstDigit(digit: number): number {
  const value = Number.parseInt(String.fromCharCode(digit), 16);
  return value >= 8 && value <= 11 ? 0 : value === 15 ? 2 : 1;
}
