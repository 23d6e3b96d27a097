/** Limits on untrusted JSON, in which values can take far more memory and time than their characters suggest. */
interface JsonBounds {
  readonly values: number;
  readonly depth: number;
}

/** Limits for requests, whose longest list parameter has 50,000 entries. */
const OF_REQUESTS: JsonBounds = { values: 250_000, depth: 100 };

const [QUOTE, COMMA, LIST, LIST_END, OBJECT, OBJECT_END, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x5c];

/**
 * Thrown for JSON that is rejected before parsing. Callers that don't care about the reason can treat it as invalid
 * JSON.
 */
export class TooMuchJson extends SyntaxError {
  readonly isTooDeep: boolean;

  constructor(isTooDeep: boolean) {
    super(isTooDeep ? "the JSON is nested too deeply" : "the JSON has too many values");
    this.isTooDeep = isTooDeep;
  }
}

/**
 * Parses untrusted JSON, which comes from clients, other services, or files. No other code may parse it. Counts the
 * values first, skipping over strings.
 */
export function foreignJson(text: string, { values, depth }: JsonBounds = OF_REQUESTS): unknown {
  // Shorter text can't exceed the limits: a nesting level takes at least two characters, and so does a value with its
  // comma.
  if (text.length > 2 * Math.min(values, depth)) count(text, values, depth);
  return JSON.parse(text);
}

/** Parses untrusted JSON. Returns undefined if the text is missing, isn't JSON, or exceeds the limits. */
export function tryForeignJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : foreignJson(text);
  } catch {
    return undefined;
  }
}

/** Counts the values by commas and opening brackets, and the depth by brackets. */
function count(text: string, values: number, depth: number): void {
  let [found, open] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case COMMA:
        found += 1;
        break;
      case LIST:
      case OBJECT:
        [found, open] = [found + 1, open + 1];
        break;
      case LIST_END:
      case OBJECT_END:
        open -= 1;
    }
    if (open > depth || found > values) throw new TooMuchJson(open > depth);
  }
}

/** Returns the index of the closing quotation mark, or the end of the text if there is none. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}
