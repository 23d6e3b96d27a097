/** HTML that is already escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Hole = Html | readonly Html[] | string | number | null | undefined;

/**
 * Template tag for HTML. Escapes every value that isn't `Html`. Values are only safe in text or in a quoted attribute.
 */
export function html(parts: TemplateStringsArray, ...holes: Hole[]): Html {
  let text = parts[0] ?? "";
  for (const [index, hole] of holes.entries()) text += fill(hole) + (parts[index + 1] ?? "");
  return new Html(text);
}

function fill(hole: Hole): string {
  if (hole === null || hole === undefined) return "";
  if (hole instanceof Html) return hole.text;
  if (typeof hole === "object") return hole.map((piece) => piece.text).join("");
  return escapeHtml(String(hole));
}

const ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&${ENTITIES[character]};`);
