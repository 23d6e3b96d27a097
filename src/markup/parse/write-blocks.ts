import type { Token } from "markdown-it";
import { languageName } from "../data/languages.ts";
import { openTag } from "../html/html.ts";
import { type Piece, PieceWriter, type PreviewLink } from "../pieces.ts";
import { type InlineContent, type Notes, writeInline } from "./write-inline.ts";

/** `#!python` or `#!/usr/bin/python`, the first line of a script. */
const header = /^#!(?:(?:\/\w+)*[/ ])?([\w#.+-]+)\s*$/;

/** Returns the language named in the first line of code. The line remains part of the code. */
function languageInFirstLine(code: string): string | undefined {
  const [first = ""] = code.split("\n", 1);
  const [, name = ""] = header.exec(first) ?? [];
  const language = name.toLowerCase();
  return languageName(language) === undefined ? undefined : language;
}

interface Container {
  readonly tag: string;
  /** Links of a list item, whose previews are shown at its end. */
  readonly links: PreviewLink[];
}

class BlockWriter {
  readonly out = new PieceWriter();
  /** Links outside paragraphs and list items, whose previews are shown at the end of the message. */
  readonly links: PreviewLink[] = [];
  readonly #notes: Notes;
  readonly #containers: Container[] = [];
  #quotes = 0;
  /** True if a block was just opened: its first inner block starts on a new line. */
  #opened = false;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  write(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (token.type === "inline") this.#inline(token);
      else if (token.type === "fence" || token.type === "code_block") this.#code(token);
      else if (token.type === "spoiler_open") this.#openSpoiler(token);
      else if (token.type === "spoiler_close") this.out.html("</div></div>\n");
      else if (token.type === "hr") this.#startLine("<hr>\n");
      else if (token.nesting > 0) this.#open(token);
      else if (token.nesting < 0) this.#close(token);
      else throw new Error(`block token ${token.type} has no HTML`);
    }
  }

  #startLine(html: string): void {
    this.out.html(this.#opened ? `\n${html}` : html);
    this.#opened = false;
  }

  #open(token: Token): void {
    this.#containers.push({ tag: token.hidden ? "" : token.tag, links: [] });
    if (token.hidden) return;
    if (token.tag === "blockquote") this.#quotes++;
    const style = token.attrGet("style") ?? undefined;
    const start = token.attrGet("start") ?? undefined;
    // A paragraph is written with its text, because the text may need a preview.
    if (token.tag === "p") return;
    this.#startLine(openTag(token.tag, { style, start }));
    this.#opened = !/^(?:h\d|th|td)$/.test(token.tag);
  }

  #close(token: Token): void {
    const container = this.#containers.pop();
    if (token.hidden || token.tag === "p") return;
    if (token.tag === "blockquote") this.#quotes--;
    if (container && container.links.length > 0) {
      this.out.hole({ hole: "previewed", content: [], links: container.links, replaceable: false });
    }
    this.out.html(`</${token.tag}>\n`);
    this.#opened = false;
  }

  #inline(token: Token): void {
    const content = writeInline(token.content, this.#notes, this.#quotes > 0);
    const parent = this.#containers.at(-1)?.tag;
    if (parent === "p") this.#paragraph(content);
    else if (parent === "") this.#itemText(content);
    else {
      this.out.all(content.writer.pieces);
      this.links.push(...content.links);
    }
    this.#opened = false;
  }

  #paragraph({ writer, links, onlyLink }: InlineContent): void {
    const paragraph: PieceWriter = new PieceWriter();
    paragraph.html("<p>");
    paragraph.all(writer.pieces);
    paragraph.html("</p>\n");
    this.#startLine("");
    this.#previewed(paragraph.pieces, links, onlyLink);
  }

  /**
   * Writes a list item's text without a paragraph: the last container is the hidden paragraph, and the one before it
   * the item.
   */
  #itemText({ writer, links, onlyLink }: InlineContent): void {
    if (onlyLink) this.#previewed(writer.pieces, links, true);
    else {
      this.out.all(writer.pieces);
      this.#containers.at(-2)?.links.push(...links);
    }
  }

  #previewed(content: readonly Piece[], links: readonly PreviewLink[], replaceable: boolean): void {
    if (links.length === 0) this.out.all(content);
    else this.out.hole({ hole: "previewed", content, links, replaceable });
  }

  #code(token: Token): void {
    // Pasted code often has trailing spaces, and blank lines around it. Both are removed.
    const lines = token.content.split("\n").map((line) => line.trimEnd());
    const code = lines
      .slice(lines.findIndex((line) => line !== ""))
      .join("\n")
      .trimEnd();
    this.#startLine("");
    if (token.info.toLowerCase() === "math") this.#math(code);
    else if (token.info) this.out.hole({ hole: "code", code, language: token.info });
    else {
      const language = languageInFirstLine(code);
      this.out.hole(
        language === undefined ? { hole: "code", code } : { hole: "code", code, headed: { language, code } },
      );
    }
  }

  #math(content: string): void {
    this.out.html("<p>");
    content.split(/\n\n+/).forEach((tex, index) => {
      if (index > 0) this.out.html("\n\n");
      this.out.hole({ hole: "math", tex, display: true });
    });
    this.out.html("</p>\n");
  }

  #openSpoiler(token: Token): void {
    this.#startLine('<div class="spoiler-block"><div class="spoiler-header">\n');
    if (token.info) {
      const header = writeInline(token.info, this.#notes, this.#quotes > 0);
      this.#paragraph(header);
    }
    this.out.html('</div><div class="spoiler-content" aria-hidden="true">\n');
  }
}

export function writeBlocks(tokens: readonly Token[], notes: Notes): Piece[] {
  const writer = new BlockWriter(notes);
  writer.write(tokens);
  if (writer.links.length > 0) {
    writer.out.hole({ hole: "previewed", content: [], links: writer.links, replaceable: false });
  }
  return writer.out.pieces;
}
