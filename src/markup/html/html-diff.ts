import { attribute, elementEnd, type HtmlToken, hasClass, htmlTokens } from "./html-tokens.ts";
import { type Edit, shortestEdits } from "./shortest-edits.ts";

/** What is compared: a word, white space, or an element as a whole; with the tags right before it. */
interface Unit {
  readonly html: string;
  readonly tagsBefore: string;
}

const wholeTags = new Set(["img", "audio", "video", "time"]);

/** Whether an element is compared as one, whatever is in it. */
function isWhole(each: HtmlToken): boolean {
  return (
    wholeTags.has(each.tag) ||
    hasClass(each, "emoji") ||
    hasClass(each, "katex") ||
    hasClass(each, "katex-display") ||
    isMention(each)
  );
}

function isMention(each: HtmlToken): boolean {
  return attribute(each, "data-user-id") !== undefined || attribute(each, "data-user-group-id") !== undefined;
}

function units(html: string): { all: Unit[]; tagsAfter: string } {
  const tokens = htmlTokens(html);
  const all: Unit[] = [];
  let tags = "";
  const add = (unit: string) => {
    all.push({ html: unit, tagsBefore: tags });
    tags = "";
  };
  let index = 0;
  while (index < tokens.length) {
    const each = tokens[index];
    if (!each) break;
    const end = each.tag && !each.closing && isWhole(each) ? elementEnd(tokens, index) : index + 1;
    if (end > index + 1 || wholeTags.has(each.tag))
      add(
        tokens
          .slice(index, end)
          .map((part) => part.html)
          .join(""),
      );
    else if (each.tag) tags += each.html;
    else if (/^\n+$/.test(each.html)) tags += each.html;
    else for (const [word] of each.html.matchAll(/\s+|&[^;\s]+;|[^\s&]+|&/g)) add(word);
    index = end;
  }
  return { all, tagsAfter: tags };
}

function marked(kind: "inserted" | "deleted", html: string): string {
  return html.trim() === "" ? "" : `<span class="highlight_text_${kind}">${html}</span>`;
}

/** The new HTML with insertions and deletions marked; no mark contains a tag of another element. */
function write(edits: readonly Edit[], before: readonly Unit[], after: readonly Unit[]): string {
  let html = "";
  let inserted = "";
  let deleted = "";
  let written = false;
  const flush = () => {
    html += (marked("inserted", inserted) || inserted) + marked("deleted", deleted);
    inserted = deleted = "";
  };
  for (const edit of edits) {
    if (edit.kind === "delete") {
      deleted += before[edit.before]?.html ?? "";
      continue;
    }
    const unit = after[edit.after];
    if (!unit) continue;
    // What was deleted stays in the element of the text before it, or goes into that of the first text.
    if (unit.tagsBefore !== "" && written) flush();
    html += unit.tagsBefore;
    if (edit.kind === "keep") {
      flush();
      html += unit.html;
    } else inserted += unit.html;
    written = true;
  }
  flush();
  return html;
}

/**
 * The difference between two versions of a message: the new HTML, in which `highlight_text_inserted` and
 * `highlight_text_deleted` mark what has changed (messages.md 9).
 */
export function htmlDiff(before: string, after: string): string {
  const old = units(before);
  const now = units(after);
  const edits = shortestEdits(
    old.all.map((unit) => unit.html),
    now.all.map((unit) => unit.html),
  );
  const body = write(edits, old.all, now.all);
  // Without any text on the new side, what was deleted has no paragraph to stand in.
  const inPlace = now.all.length > 0 ? body : body && `<p>${body}</p>`;
  return `<div>${inPlace}${now.tagsAfter}</div>`;
}
