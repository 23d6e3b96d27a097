import { type ArrayChange, diffArrays } from "diff";
import { attribute, elementEnd, type HtmlToken, hasClass, htmlTokens } from "./html-tokens.ts";

/**
 * Beyond this many differing words, a search isn't worthwhile, because its time grows quadratically. One version is
 * then shown as deleted, the other as inserted.
 */
const mostEdits = 600;

type Change = Pick<ArrayChange<string>, "added" | "removed" | "value">;

/** Unit of comparison: a word, white space, or a whole element, with the tags right before it. */
interface Unit {
  readonly html: string;
  readonly tagsBefore: string;
}

const wholeTags = new Set(["img", "audio", "video", "time"]);

/** Whether an element is compared as a whole, regardless of its content. */
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

/** Marks insertions and deletions in the new HTML. No mark contains a tag of another element. */
function write(changes: readonly Change[], after: readonly Unit[]): string {
  let html = "";
  let inserted = "";
  let deleted = "";
  let written = 0;
  const flush = () => {
    html += (marked("inserted", inserted) || inserted) + marked("deleted", deleted);
    inserted = deleted = "";
  };
  for (const { added, removed, value } of changes) {
    if (removed) {
      deleted += value.join("");
      continue;
    }
    for (const unit of after.slice(written, written + value.length)) {
      // Deleted text stays in the element of the text before it. If there is none, it goes into the element of the
      // first text.
      if (unit.tagsBefore !== "" && written > 0) flush();
      html += unit.tagsBefore;
      if (added) inserted += unit.html;
      else {
        flush();
        html += unit.html;
      }
      written++;
    }
  }
  flush();
  return html;
}

/**
 * Returns the fewest deletions and insertions that turn one list into the other. Past the limit, all of one list is
 * deleted and all of the other inserted.
 */
function changesBetween(before: string[], after: string[]): Change[] {
  return (
    diffArrays(before, after, { maxEditLength: mostEdits }) ?? [
      { removed: true, added: false, value: before },
      { removed: false, added: true, value: after },
    ]
  );
}

/**
 * Returns the difference between two versions of a message: the new HTML, with changes marked as
 * `highlight_text_inserted` and `highlight_text_deleted` (messages.md 9).
 */
export function htmlDiff(before: string, after: string): string {
  const old = units(before);
  const now = units(after);
  const changes = changesBetween(
    old.all.map((unit) => unit.html),
    now.all.map((unit) => unit.html),
  );
  const body = write(changes, now.all);
  // If the new version has no text, deletions have no paragraph to be in.
  const inPlace = now.all.length > 0 ? body : body && `<p>${body}</p>`;
  return `<div>${inPlace}${now.tagsAfter}</div>`;
}
