/** Text of rendered HTML, and the HTML range of each of its UTF-16 units. */
interface HtmlText {
  readonly text: string;
  readonly places: readonly (readonly [start: number, end: number])[];
}

const pattern = /<(?:"[^"]*"|'[^']*'|[^'">])*>|&(?:#\d+|#x[\da-f]+|[a-z]\w*);|[^<&]+|[<&]/gi;

/** Tags that can occur within a word. */
const INLINE = new Set(["a", "b", "code", "del", "em", "i", "mark", "s", "span", "strong", "sub", "sup", "u"]);

export function textOfHtml(html: string): HtmlText {
  let text = "";
  const places: (readonly [number, number])[] = [];
  const add = (characters: string, start: number, end: number) => {
    text += characters;
    for (let unit = 0; unit < characters.length; unit++) places.push([start, end]);
  };
  let formula = 0;
  for (const { 0: piece, index } of html.matchAll(pattern)) {
    const end = index + piece.length;
    const tag = piece.length > 1 && piece.startsWith("<") ? tagName(piece) : undefined;
    if (tag === "math") formula += piece.startsWith("</") ? -1 : 1;
    if (tag !== undefined) {
      if (!INLINE.has(tag)) add("\n", end, end);
    } else if (formula > 0) {
      // Highlighting would break MathML.
      add("\n", end, end);
    } else if (piece.length > 1 && piece.startsWith("&")) {
      add(decodeEntity(piece, " "), index, end);
    } else {
      for (let unit = 0; unit < piece.length; unit++) add(piece.charAt(unit), index + unit, index + unit + 1);
    }
  }
  return { text, places };
}

const tagName = (tag: string) => /^<\/?([a-z][a-z\d]*)/i.exec(tag)?.[1]?.toLowerCase() ?? "";

const NAMED = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" }));

/** Returns the character of an entity, or `unknown` for entities that rendering never writes. */
export function decodeEntity(entity: string, unknown: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return NAMED.get(name) ?? unknown;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : unknown;
}
