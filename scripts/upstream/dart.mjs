// Just enough of Dart to read what json_serializable generates, and calls with literal arguments. No maintained Dart
// parser for Node was found.

const CLOSING = /** @type {const} */ ({ "(": ")", "{": "}", "[": "]" });

/** Returns the index after the string literal that begins at an index. @param {string} text @param {number} at */
function afterString(text, at) {
  const quote = text[at];
  let end = at + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** Removes comments, and replaces each run of spaces with a single one. @param {string} source */
export function plain(source) {
  let out = "";
  for (let at = 0; at < source.length; ) {
    const char = source[at] ?? "";
    if (char === "'" || char === '"') {
      const end = afterString(source, at);
      out += source.slice(at, end);
      at = end;
    } else if (source.startsWith("//", at)) {
      const end = source.indexOf("\n", at);
      at = end === -1 ? source.length : end;
    } else {
      out += char;
      at++;
    }
  }
  return out.replace(/\s+/g, " ");
}

/** Returns the index of the bracket that closes the one at an index. @param {string} text @param {number} open */
export function closing(text, open) {
  const stack = [];
  for (let at = open; at < text.length; ) {
    const char = /** @type {keyof typeof CLOSING} */ (text[at] ?? "");
    if (text[at] === "'" || text[at] === '"') {
      at = afterString(text, at);
      continue;
    }
    if (char in CLOSING) stack.push(CLOSING[char]);
    else if (text[at] === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return at;
    }
    at++;
  }
  throw new Error(`A bracket is not closed: ${text.slice(open, open + 80)}`);
}

/** Splits at the commas that aren't inside brackets. @param {string} text */
export function items(text) {
  const found = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? "";
    const types = char === "<" ? (/^<[\w$<>, ?]*>/.exec(text.slice(at))?.[0].length ?? 0) : 0;
    if (char === "'" || char === '"') at = afterString(text, at);
    else if (types > 0) at += types;
    else if (char in CLOSING) at = closing(text, at) + 1;
    else {
      if (char === ",") {
        found.push(text.slice(from, at).trim());
        from = at + 1;
      }
      at++;
    }
  }
  found.push(text.slice(from).trim());
  return found.filter((item) => item !== "");
}

/** Returns the content of the bracket that opens at an index. @param {string} text @param {number} open */
export const within = (text, open) => text.slice(open + 1, closing(text, open));

/** @template T @param {Record<string, T>} record @returns {Record<string, T>} */
export const sorted = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
