import { attribute, elementEnd, type HtmlToken, hasClass, htmlTokens } from "./html-tokens.ts";
import { type Edit, shortestEdits } from "./shortest-edits.ts";

/** A word, a space, or an element that is compared as one, and the tags that come before it. */
interface Unit {
  readonly html: string;
  readonly tagsBefore: string;
}

const whole = new Set(["img", "audio", "video", "time"]);

function isWhole(each: HtmlToken): boolean {
  return (
    whole.has(each.tag) ||
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
    if (end > index + 1 || whole.has(each.tag))
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

/** Writes the new text with what was put in and taken out marked, never across a tag. */
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

/** An edit as HTML: the new content, with `highlight_text_inserted` and `highlight_text_deleted` (messages.md 9). */
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
