import { archiveLimits } from "../../archive-format/archive-limits.ts";

export const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
export const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Positions where a scan of values stopped, or -1 for those that weren't found. */
interface ValuesEnd {
  /** Last comma between two values. */
  readonly comma: number;
  /** End of the values: the bracket or brace around them, or the comma if only the first was requested. */
  readonly end: number;
}

/** Tracks the nesting depth of JSON values across chunks. */
export class JsonNesting {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /**
   * Finds the end of the values that start or continue at a position. Returns undefined if they are nested too deeply.
   */
  scan(chunk: Uint8Array, from: number, ends: { readonly atComma: boolean }): ValuesEnd | undefined {
    let [depth, inString, escaped] = [this.#depth, this.#inString, this.#escaped];
    let [comma, end] = [-1, -1];
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth += 1;
        // The limit includes the list or object around the values, and the one around that.
        if (depth > archiveLimits.json_depth - 2) return undefined;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) {
          end = at;
          break;
        }
        depth -= 1;
      } else if (byte === COMMA && depth === 0) {
        comma = at;
        if (ends.atComma) {
          end = at;
          break;
        }
      }
    }
    [this.#depth, this.#inString, this.#escaped] = [depth, inString, escaped];
    return { comma, end };
  }
}
