import MarkdownIt, { type StateInline, type Token } from "markdown-it";
import { escapeText, openTag } from "./html.ts";
import type { Markup, Piece } from "./pieces.ts";

export interface ParseOptions {
  /** Highlights code that names no language, where the realm's setting is known beforehand. */
  readonly defaultCodeLanguage?: string;
}

const mention = /@(_?)\*\*([^*\n]*?)(?:\|(\d+))?\*\*/y;

function mentionRule(state: StateInline, silent: boolean): boolean {
  mention.lastIndex = state.pos;
  const found = mention.exec(state.src);
  if (!found || found.index + found[0].length > state.posMax) return false;
  if (!silent) {
    const token = state.push("user_mention", "", 0);
    token.content = found[0];
    token.meta = { name: found[2] ?? "", id: found[3], silent: found[1] === "_" };
  }
  state.pos += found[0].length;
  return true;
}

const parser = new MarkdownIt("zero", { breaks: true });
parser.enable(["newline", "link", "backticks", "linkify"], true);
parser.inline.ruler.before("link", "mention", mentionRule);

function inlinePieces(tokens: readonly Token[], pieces: Piece[]): void {
  for (const token of tokens) {
    if (token.type === "text") pieces.push({ hole: "text", text: token.content });
    else if (token.type === "hardbreak" || token.type === "softbreak") pieces.push("<br>\n");
    else if (token.type === "code_inline") pieces.push(`<code>${escapeText(token.content)}</code>`);
    else if (token.type === "link_open") pieces.push(openTag("a", { href: String(token.attrGet("href")) }));
    else if (token.type === "link_close") pieces.push("</a>");
    else if (token.type === "user_mention") {
      const id = token.meta?.id === undefined ? {} : { id: Number(token.meta.id) };
      pieces.push({
        hole: "user",
        name: String(token.meta?.name),
        ...id,
        silent: token.meta?.silent === true,
        otherwise: [escapeText(token.content)],
      });
    }
  }
}

/** Source to HTML with holes. The same for every organization. */
export async function parseMarkup(source: string, _options: ParseOptions = {}): Promise<Markup> {
  const pieces: Piece[] = [];
  for (const token of parser.parse(source, {})) {
    if (token.type === "paragraph_open") pieces.push(pieces.length > 0 ? "\n<p>" : "<p>");
    else if (token.type === "paragraph_close") pieces.push("</p>");
    else inlinePieces(token.children ?? [], pieces);
  }
  return { pieces, isMe: source.startsWith("/me ") };
}
