const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeCharacter(character: string): string {
  return escapes[character] ?? "";
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"]/g, escapeCharacter);
}

/** Escapes text, keeping character entities intact (markdown.md 1, "Escaping"). */
export function escapeText(text: string): string {
  return text.replace(/&(?!#\d{1,7};|#[xX][\da-fA-F]{1,6};|[a-zA-Z][a-zA-Z\d]{0,31};)|[<>]/g, escapeCharacter);
}

/** Escapes text that is shown literally, including ampersands, such as inline code and names. */
export function escapeLiteral(text: string): string {
  return text.replace(/[&<>]/g, escapeCharacter);
}

/** Escapes the text of a code block, where Pygments also escapes quotation marks. */
export function escapeCode(text: string): string {
  return text.replace(/[&<>"']/g, escapeCharacter);
}

export function openTag(name: string, attributes: Readonly<Record<string, string | number | undefined>> = {}): string {
  let tag = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) tag += ` ${key}="${escapeAttribute(String(value))}"`;
  }
  return `${tag}>`;
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: string,
): string {
  return `${openTag(name, attributes)}${content}</${name}>`;
}
