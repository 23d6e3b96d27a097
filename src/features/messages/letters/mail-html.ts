import { html } from "../../../pages/html.ts";
import { attributeIn, characterOf, PIECE, VOID } from "../push/html-pieces.ts";

/** The elements that letters keep, without attributes but those that are made anew. */
const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(
  "p br hr strong em del code pre blockquote ul ol li a h1 h2 h3 h4 h5 h6 table thead tbody tr th td".split(" "),
);
/** Classes of elements that are left out: what is hidden at first, what is shown twice, and previews of what is linked. */
const EXCLUDED_CLASSES = new Set([
  "spoiler-content",
  "katex-html",
  "message_inline_image",
  "message_inline_video",
  "message_embed",
]);
const LEFT_OUT_TAGS = new Set(["audio", "video", "button", "svg"]);

/** An element that is still open while the HTML is read. */
interface Open {
  /** The end of it in the letter; empty where the letter has only its content. */
  readonly end: string;
  /** Whether its content goes into the letter. */
  readonly isShown: boolean;
  /** Whether it is within a formula, of which only the source goes into the letter. */
  readonly isFormula: boolean;
}

/**
 * The rendered HTML of a message as letters have it: few elements and no classes, which programs for mail do not know,
 * whole addresses in links, and no picture that would be fetched, for which nobody is logged in there.
 */
export function mailHtml(rendered: string, site: string): string {
  let written = "";
  const open: Open[] = [{ end: "", isShown: true, isFormula: false }];
  for (const [piece, slash, name, attributes = ""] of rendered.matchAll(PIECE)) {
    const tag = name?.toLowerCase();
    const around = open.at(-1) ?? { end: "", isShown: true, isFormula: false };
    const isShown = around.isShown && !around.isFormula;
    if (tag === undefined) written += isShown ? textPiece(piece) : "";
    else if (tag === "img") written += isShown ? pictureInLetter(attributes, site) : "";
    else if (VOID.has(tag)) written += isShown && ALLOWED_ELEMENTS.has(tag) ? `<${tag}>` : "";
    else if (slash === "") {
      const { start, ...element } = opened(tag, attributes, around, site);
      written += start;
      open.push(element);
    } else if (open.length > 1) {
      open.pop();
      written += around.end;
    }
  }
  return written;
}

/** The beginning of an element in the letter, and what remains to be known of it. */
function opened(tag: string, attributes: string, around: Open, site: string): Open & { readonly start: string } {
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

/** A custom emoji as its name, and an uploaded picture as a link to it. Both texts are escaped already. */
function pictureInLetter(attributes: string, site: string): string {
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
  // The address is escaped already: it is only made whole, and one of another kind is left out.
  if (/^(?:https?:|mailto:|tel:)/i.test(href)) return ` href="${href}"`;
  return href.startsWith("/") || href.startsWith("#") ? ` href="${site}${href.startsWith("/") ? "" : "/"}${href}"` : "";
}

/** Text and entities are escaped already, a stray character is not. */
const textPiece = (piece: string): string => (piece === "<" || piece === "&" ? html`${piece}`.text : piece);
