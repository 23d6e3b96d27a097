const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export function escapeAttribute(value: string): string {
  return value.replace(/[&<>"]/g, (character) => escapes[character] ?? "");
}

/** Character entities of the source stay what they are (markdown.md, opening). */
export function escapeText(text: string): string {
  return text.replace(/&(?!#\d{1,7};|#[xX][\da-fA-F]{1,6};|[a-zA-Z][a-zA-Z\d]{0,31};)|[<>]/g, (character) => escapes[character] ?? "");
}

export function openTag(name: string, attributes: Record<string, string | number> = {}): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) tag += ` ${key}="${escapeAttribute(String(value))}"`;
  return `${tag}>`;
}
