/** A piece of HTML that is safe as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Hole = Html | readonly Html[] | string | number | null | undefined;

/**
 * HTML with holes: whatever is put into one is escaped, unless it is HTML itself. Holes stand in text or between the
 * quotes of an attribute, nowhere else.
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
