/** The most that JSON of others may be made of: values cost far more memory and time than their characters. */
interface JsonBounds {
  readonly values: number;
  readonly depth: number;
}

/** The bounds of a request's JSON. The longest list of a parameter has 50,000 entries. */
const OF_REQUESTS: JsonBounds = { values: 250_000, depth: 100 };

const [QUOTE, COMMA, LIST, LIST_END, OBJECT, OBJECT_END, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x5c];

/** JSON that is refused before it is parsed; where nobody asks why, it counts as no JSON. */
export class TooMuchJson extends SyntaxError {
  readonly isTooDeep: boolean;

  constructor(isTooDeep: boolean) {
    super(isTooDeep ? "the JSON is nested too deeply" : "the JSON has too many values");
    this.isTooDeep = isTooDeep;
  }
}

/**
 * Parses JSON that comes from outside this program: of clients, other services, or files. Nothing else parses any. What it
 * is made of is counted first, and texts in it are passed over.
 */
export function foreignJson(text: string, { values, depth }: JsonBounds = OF_REQUESTS): unknown {
  // Each level takes two characters, and each value one and a comma.
  if (text.length > 2 * Math.min(values, depth)) count(text, values, depth);
  return JSON.parse(text);
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

/** The place of the quotation mark that ends a text; the end of all where none does. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}
