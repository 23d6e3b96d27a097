import { archiveLimits } from "../../archive/archive-limits.ts";

export const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
export const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The place where a scan of values found an end; -1 for none. */
interface ValuesEnd {
  /** The last comma between two values. */
  readonly comma: number;
  /** The end of the values: the bracket or brace around them, or the comma where the first one was asked for. */
  readonly end: number;
}

/** Follows how deep the bytes of JSON values are nested, over as many chunks as they come in. */
export class JsonNesting {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Looks for the end of the values that begin or go on at a place. Undefined: they are nested too deeply. */
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
        // The list or object around the values, and the one around that, count too.
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
