import { html } from "../../../html-pages/html.ts";
import { attributeIn, characterOf, PIECE, VOID } from "../push-notifications/html-pieces.ts";

/** Elements kept in emails, without attributes except regenerated ones. */
const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(
  "p br hr strong em del code pre blockquote ul ol li a h1 h2 h3 h4 h5 h6 table thead tbody tr th td".split(" "),
);
/** Classes of removed elements: initially hidden content, duplicates, and link previews. */
const EXCLUDED_CLASSES = new Set([
  "spoiler-content",
  "katex-html",
  "message_inline_image",
  "message_inline_video",
  "message_embed",
]);
const LEFT_OUT_TAGS = new Set(["audio", "video", "button", "svg"]);

interface Open {
  /** The element's end tag in the email; empty if only its content is kept. */
  readonly end: string;
  /** Whether its content is kept. */
  readonly isShown: boolean;
  /** Whether it is within a formula. Only a formula's source is kept. */
  readonly isFormula: boolean;
}

/**
 * Converts a message's rendered HTML for emails. Keeps few elements, makes URLs in links absolute, and drops classes,
 * because email programs have no styles for them. Also drops pictures that would have to be fetched, because email
 * programs aren't logged in.
 */
export function mailHtml(rendered: string, site: string): string {
  let written = "";
  const open: Open[] = [{ end: "", isShown: true, isFormula: false }];
  for (const [piece, slash, name, attributes = ""] of rendered.matchAll(PIECE)) {
    const tag = name?.toLowerCase();
    const around = open.at(-1) ?? { end: "", isShown: true, isFormula: false };
    const isShown = around.isShown && !around.isFormula;
    if (tag === undefined) written += isShown ? textPiece(piece) : "";
    else if (tag === "img") written += isShown ? pictureInEmail(attributes, site) : "";
    else if (VOID.has(tag)) written += isShown && ALLOWED_ELEMENTS.has(tag) ? `<${tag}>` : "";
    else if (slash === "") {
      const { start, ...element } = openElement(tag, attributes, around, site);
      written += start;
      open.push(element);
    } else if (open.length > 1) {
      open.pop();
      written += around.end;
    }
  }
  return written;
}

/** Returns an element's start tag in the email, and the state needed until the element ends. */
function openElement(tag: string, attributes: string, around: Open, site: string): Open & { readonly start: string } {
  const classes = attributeIn(attributes, "class").split(" ");
  const isShown = around.isShown && !LEFT_OUT_TAGS.has(tag) && !classes.some((one) => EXCLUDED_CLASSES.has(one));
  if (!isShown) return { start: "", end: "", isShown: false, isFormula: false };
  if (tag === "annotation") return { start: "<code>", end: "</code>", isShown, isFormula: false };
  if (tag === "math" || around.isFormula) return { start: "", end: "", isShown, isFormula: true };
  const emoji = classes.find((one) => /^emoji-[\da-f-]+$/.test(one));
  if (emoji !== undefined) return { start: characterOf(emoji), end: "", isShown: false, isFormula: false };
  if (classes.includes("spoiler-header")) return { start: "<p>", end: " (…)</p>", isShown, isFormula: false };
  if (!ALLOWED_ELEMENTS.has(tag)) return { start: "", end: "", isShown, isFormula: false };
  return { start: `<${tag}${keptAttributes(tag, attributes, site)}>`, end: `</${tag}>`, isShown, isFormula: false };
}

/** Converts a custom emoji to its name, and an uploaded picture to a link. Both texts are already escaped. */
function pictureInEmail(attributes: string, site: string): string {
  const alt = attributeIn(attributes, "alt");
  const original = attributeIn(attributes, "data-original-src");
  if (!original.startsWith("/user_uploads/")) return alt;
  return `<a href="${site}${original}">${alt || original.slice(original.lastIndexOf("/") + 1)}</a>`;
}

function keptAttributes(tag: string, attributes: string, site: string): string {
  if (tag === "pre") return ' style="white-space:pre-wrap"';
  const start = attributeIn(attributes, "start");
  if (tag === "ol" && /^\d+$/.test(start)) return ` start="${start}"`;
  if (tag !== "a") return "";
  const href = attributeIn(attributes, "href");
  // The URL is already escaped. It is made absolute, or dropped if it has another scheme.
  if (/^(?:https?:|mailto:|tel:)/i.test(href)) return ` href="${href}"`;
  return href.startsWith("/") || href.startsWith("#") ? ` href="${site}${href.startsWith("/") ? "" : "/"}${href}"` : "";
}

/** Escapes a stray `<` or `&`. Other text and entities are already escaped. */
const textPiece = (piece: string): string => (piece === "<" || piece === "&" ? html`${piece}`.text : piece);
