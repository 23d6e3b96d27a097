import { emojiCharacters } from "../data/emoji.ts";
import { attribute, decodeEntities, elementEnd, type HtmlToken, hasClass, htmlTokens } from "./html-tokens.ts";

const lineEnds = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr", "pre", "hr"]);

/** The text of an element that does not consist of the texts in it, such as an emoji; undefined for other elements. */
function wholeText(open: HtmlToken, inner: readonly HtmlToken[]): string | undefined {
  const className = attribute(open, "class") ?? "";
  const code = /(?:^| )emoji-([\da-f-]+)(?: |$)/.exec(className)?.[1];
  if (code !== undefined) return emojiCharacters(code);
  if (open.tag === "img") return attribute(open, "alt") ?? "";
  if (open.tag === "audio") return attribute(open, "title") ?? "";
  if (hasClass(open, "katex")) return texSource(inner);
  if (hasClass(open, "message_inline_image")) return previewText(inner);
  return hasClass(open, "message_embed") ? "" : undefined;
}

function texSource(tokens: readonly HtmlToken[]): string {
  const start = tokens.findIndex((each) => each.tag === "annotation");
  return decodeEntities(tokens[start + 1]?.html ?? "");
}

/** The name of the file that a preview shows. */
function previewText(tokens: readonly HtmlToken[]): string {
  const link = tokens.find((each) => each.tag === "a");
  const href = (link && attribute(link, "href")) ?? "";
  return href.slice(href.lastIndexOf("/") + 1);
}

class TextWriter {
  #text = "";
  /** The texts before each open quote, outermost first. */
  readonly #outer: string[] = [];
  /** For each open list, the number of its next item; -1 for a bullet list. */
  readonly #numbers: number[] = [];
  #inCode = false;

  write(tokens: readonly HtmlToken[]): void {
    let index = 0;
    while (index < tokens.length) {
      const each = tokens[index];
      if (!each) return;
      const end = each.tag && !each.closing ? elementEnd(tokens, index) : index + 1;
      const whole = each.tag && !each.closing ? wholeText(each, tokens.slice(index, end)) : undefined;
      if (hasClass(each, "spoiler-content")) {
        this.#text = `${this.#text.trimEnd()} (…)\n`;
        index = end;
        continue;
      }
      if (whole !== undefined) {
        // A preview beside its link adds nothing.
        if (!hasClass(each, "message_inline_image") || this.#text.trim() === "") this.#text += whole;
        index = end;
        continue;
      }
      if (each.tag) this.#tag(each);
      else this.#plain(each.html, tokens[index - 1]);
      index++;
    }
  }

  #plain(html: string, before: HtmlToken | undefined): void {
    // Line ends between blocks belong to the HTML, not to the text.
    if (!this.#inCode && /^\n+$/.test(html) && before?.tag !== "br") return;
    this.#text += decodeEntities(html);
  }

  #tag({ tag, closing, html }: HtmlToken): void {
    if (tag === "blockquote") this.#quote(closing);
    else if (tag === "pre") this.#inCode = !closing;
    else if (tag === "ol") {
      if (closing) this.#numbers.pop();
      else this.#numbers.push(Number(/ start="(\d+)"/.exec(html)?.[1] ?? 1));
    } else if (tag === "ul") {
      if (closing) this.#numbers.pop();
      else this.#numbers.push(-1);
    } else if (tag === "li" && !closing) this.#item();
    else if ((tag === "td" || tag === "th") && !closing && !this.#atLineStart()) this.#text += " | ";
    if (lineEnds.has(tag) && closing) this.#endLine();
    if ((tag === "ul" || tag === "ol" || tag === "hr") && !closing) this.#endLine();
  }

  #item(): void {
    this.#endLine();
    const last = this.#numbers.length - 1;
    const number = this.#numbers[last] ?? -1;
    if (number < 0) return;
    this.#text += `${number}. `;
    this.#numbers[last] = number + 1;
  }

  #quote(closing: boolean): void {
    if (!closing) {
      this.#endLine();
      this.#outer.push(this.#text);
      this.#text = "";
      return;
    }
    const quoted = this.#text.trimEnd().replace(/^/gm, "> ");
    this.#text = `${this.#outer.pop() ?? ""}${quoted}\n`;
  }

  #atLineStart(): boolean {
    return this.#text === "" || this.#text.endsWith("\n");
  }

  #endLine(): void {
    if (!this.#atLineStart()) this.#text += "\n";
  }

  finish(): string {
    return this.#text.trim();
  }
}

/** A rendered message as plain text, for notifications. The content of spoilers is left out. */
export function plainText(html: string): string {
  const writer = new TextWriter();
  writer.write(htmlTokens(html));
  return writer.finish();
}
