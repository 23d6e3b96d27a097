import { ArchiveError } from "../../archive-format/archive-error.ts";
import { archiveLimits } from "../../archive-format/archive-limits.ts";
import { foreignJson } from "../../util/foreign-json.ts";
import { concatBytes } from "../../util/join-bytes.ts";
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  JsonNesting,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "./json-nesting.ts";

/** Consecutive elements of a list. */
export interface JsonBatch {
  /** Name of the list in the surrounding object, or null if the list is the whole text. */
  readonly key: string | null;
  /** Index of the first element, from 0. A value that isn't a list has index 0. */
  readonly first: number;
  readonly values: readonly unknown[];
  /** True if the batch represents a single element that was too long to keep. */
  readonly isTooLong: boolean;
}

export interface JsonRange {
  readonly begin: number;
  readonly end: number;
}

interface SplitOptions {
  /** Whether the value under a key is needed. Other values are skipped. */
  readonly wants?: (key: string) => boolean;
  /** Filled with the positions of the values. For duplicate keys, the first one counts. */
  readonly ranges?: Map<string, JsonRange>;
}

/** Maximum length of an element. Edit histories of long texts are the longest in practice. */
const MAX_ELEMENT_LENGTH = 32_000_000;
/** Maximum number of values in a batch, including nested ones. */
const MAX_VALUES = 4_000_000;
const MAX_KEY_LENGTH = 10_000;

/** Next expected token, ignoring white space. */
type Next = "text" | "key" | "rest of key" | "colon" | "value" | "rest of value" | "elements" | "comma" | "nothing";

/**
 * Splits a JSON text that is a list, or an object of lists and other values, into the lists' elements as its bytes
 * arrive. Only the elements are parsed, so that memory use doesn't grow with the text.
 *
 * stream-json and clarinet were considered, but they create an object per token, about a million a second.
 */
export class JsonSplitter {
  #next: Next = "text";
  readonly #nesting = new JsonNesting();
  #isEscaped = false;
  #isObject = false;
  #key: string | null = null;
  #isWanted = true;
  #index = 0;
  #followsComma = false;
  /** Bytes of incomplete elements. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isTooLong = false;
  #position = 0;
  #valueBegin = 0;
  #batches: JsonBatch[] = [];

  constructor(
    private readonly member: string,
    private readonly wanted: SplitOptions = {},
  ) {}

  /** Takes bytes, and returns the elements that they complete. */
  feed(chunk: Uint8Array): JsonBatch[] {
    this.#batches = [];
    for (let at = 0; at < chunk.length; ) at = this.#step(chunk, at);
    this.#position += chunk.length;
    return this.#batches;
  }

  /** Throws if the text is incomplete. */
  end(): void {
    if (this.#next !== "nothing") throw this.#bad("the text ends too early", 0);
  }

  /** Continues reading at a position in the chunk, and returns the next position. */
  #step(chunk: Uint8Array, at: number): number {
    if (this.#next === "rest of key") return this.#readKey(chunk, at);
    if (this.#next === "rest of value") return this.#readValue(chunk, at);
    if (this.#next === "elements") return this.#readElements(chunk, at);
    const byte = chunk[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    // A UTF-8 byte order mark is allowed at the very beginning.
    if (this.#position + at < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf)) return at + 1;
    if (this.#next === "text" && byte === OPEN_LIST) this.#next = "elements";
    else if (this.#next === "text" && byte === OPEN_OBJECT) [this.#next, this.#isObject] = ["key", true];
    else if (this.#next === "key" && byte === QUOTE) return this.#readKey(chunk, at, 1);
    else if (this.#next === "colon" && byte === COLON) this.#next = "value";
    else if (this.#next === "value") return this.#beginValue(byte, at);
    else if (this.#next === "comma" && byte === COMMA) [this.#next, this.#followsComma] = ["key", true];
    else if (byte === CLOSE_OBJECT && (this.#next === "comma" || (this.#next === "key" && !this.#followsComma)))
      this.#next = "nothing";
    else throw this.#bad("the text isn't a JSON object or list", at);
    return at + 1;
  }

  #readKey(chunk: Uint8Array, from: number, opening = 0): number {
    this.#next = "rest of key";
    this.#isWanted = true;
    for (let at = from + opening; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#hold(chunk.subarray(from, at + 1));
        const [key] = this.#parseHeld(at);
        this.#key = String(key);
        this.#isWanted = this.wanted.wants?.(this.#key) !== false;
        this.#next = "colon";
        return at + 1;
      }
    }
    this.#hold(chunk.subarray(from));
    if (this.#heldBytes > MAX_KEY_LENGTH) throw this.#bad("a name is too long", from);
    return chunk.length;
  }

  #beginValue(byte: number, at: number): number {
    this.#valueBegin = this.#position + at;
    this.#index = 0;
    this.#followsComma = false;
    this.#next = byte === OPEN_LIST ? "elements" : "rest of value";
    return byte === OPEN_LIST ? at + 1 : at;
  }

  #readValue(chunk: Uint8Array, from: number): number {
    const { end } = this.#scan(chunk, from, true);
    if (end < 0) return this.#wait(chunk.subarray(from), chunk.length);
    this.#hold(chunk.subarray(from, end));
    this.#emit(end, false);
    this.#endValue(end);
    // The comma or brace is read again.
    return end;
  }

  #readElements(chunk: Uint8Array, from: number): number {
    // An element that is too long is only scanned for its end.
    const { comma, end } = this.#scan(chunk, from, this.#isTooLong);
    const whole = end >= 0 ? end : comma;
    if (whole < 0) return this.#wait(chunk.subarray(from), chunk.length);
    this.#hold(chunk.subarray(from, whole));
    const isLast = chunk[whole] !== COMMA;
    if (isLast && chunk[whole] !== CLOSE_LIST) throw this.#bad("the list does not end", whole);
    this.#emit(whole, isLast && !this.#followsComma);
    this.#followsComma = !isLast;
    if (!isLast)
      return whole + 1 < chunk.length && end < 0 ? this.#wait(chunk.subarray(whole + 1), chunk.length) : whole + 1;
    if (this.#isObject) this.#endValue(whole + 1);
    else this.#next = "nothing";
    return whole + 1;
  }

  #scan(chunk: Uint8Array, from: number, atComma: boolean) {
    const found = this.#nesting.scan(chunk, from, { atComma });
    if (found === undefined) throw this.#bad("it is nested too deeply", from);
    return found;
  }

  #wait(bytes: Uint8Array, next: number): number {
    this.#hold(bytes);
    if (this.#heldBytes > MAX_ELEMENT_LENGTH) {
      this.#isTooLong = true;
      this.#held = [];
    }
    return next;
  }

  #hold(bytes: Uint8Array): void {
    if (!this.#isWanted || this.#isTooLong) return;
    // The caller may reuse the chunk.
    this.#held.push(bytes.slice());
    this.#heldBytes += bytes.length;
  }

  /** Emits the complete elements held so far. */
  #emit(at: number, mayBeEmpty: boolean): void {
    if (!this.#isWanted) return;
    const values = this.#isTooLong ? [] : this.#parseHeld(at);
    if (values.length === 0 && !this.#isTooLong) {
      if (!mayBeEmpty) throw this.#bad("a value is missing", at);
      return;
    }
    this.#batches.push({ key: this.#key, first: this.#index, values, isTooLong: this.#isTooLong });
    this.#index += this.#isTooLong ? 1 : values.length;
    this.#isTooLong = false;
    this.#heldBytes = 0;
  }

  #parseHeld(at: number): unknown[] {
    const text = new TextDecoder().decode(concatBytes(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
    try {
      return foreignJson(`[${text}]`, { values: MAX_VALUES, depth: archiveLimits.json_depth + 1 }) as unknown[];
    } catch {
      throw this.#bad("the text isn't JSON", at);
    }
  }

  #endValue(end: number): void {
    this.#next = "comma";
    if (this.#key === null || this.wanted.ranges?.has(this.#key)) return;
    this.wanted.ranges?.set(this.#key, { begin: this.#valueBegin, end: this.#position + end });
  }

  #bad(problem: string, at: number): ArchiveError {
    return new ArchiveError(`Damaged: ${problem} (at byte ${this.#position + at})`, { member: this.member });
  }
}
