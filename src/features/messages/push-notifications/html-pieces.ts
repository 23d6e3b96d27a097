/** Pieces of a rendered message: a tag (its slash, name and attributes), an entity, text, or a stray character. */
export const PIECE = /<(\/?)([a-z][a-z\d]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|&(?:#\d+|#x[\da-f]+|[a-z]\w*);|[^<&]+|[<&]/gi;
export const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]\w*);/gi;
export const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "source", "wbr"]);

/** Returns an attribute as written in a tag, with its entities, or an empty string if it is missing. */
export const attributeIn = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";

/** Returns the character for an emoji class. The class name contains its code points in hexadecimal. */
export const characterOf = (name: string): string =>
  String.fromCodePoint(
    ...name
      .replace("emoji-", "")
      .split("-")
      .map((part) => Number.parseInt(part, 16)),
  );
