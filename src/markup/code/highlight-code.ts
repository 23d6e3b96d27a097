// CodeMirror's modes find the tokens, and token-classes.ts maps them to Pygments' short classes, which clients style.
// highlight.js, Prism and Shiki use their own classes or colors.
import { type StreamParser, StringStream } from "@codemirror/streamparser";
import { escapeCode } from "../html/html.ts";
import { displayLanguage } from "./code-block.ts";
import { type Mode, modes } from "./modes.ts";
import { TokenClasses } from "./token-classes.ts";

/**
 * Code beyond these limits isn't highlighted, because some modes take time quadratic in the line length or bracket
 * depth.
 */
const longestLine = 250;
const deepestBrackets = 100;
const tokenPart = /\s+|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[()[\]{},;:]+|[^\s\p{L}\p{N}_$()[\]{},;:]+|[\s\S]/gu;

/** Spans of one line. Neighbors of the same class are merged, as in Pygments. */
class Spans {
  #html = "";
  #class = "";
  #text = "";

  add(text: string, className: string): void {
    if (className !== this.#class) this.#flush();
    this.#class = className;
    this.#text += text;
  }

  #flush(): void {
    if (this.#text) {
      const text = escapeCode(this.#text);
      this.#html += this.#class ? `<span class="${this.#class}">${text}</span>` : text;
    }
    this.#text = "";
  }

  finish(): string {
    this.#flush();
    return this.#html;
  }
}

/** Reads one token of the line and returns its style. A mode may need a few calls before it advances. */
function readToken(parser: StreamParser<unknown>, stream: StringStream, state: unknown): string | null {
  stream.start = stream.pos;
  for (let attempt = 0; attempt < 10; attempt++) {
    const style = parser.token(stream, state);
    if (stream.pos > stream.start) return style ?? null;
  }
  throw new Error("a highlighting mode does not advance");
}

function highlightLine(line: string, parser: StreamParser<unknown>, state: unknown, classes: TokenClasses): string {
  const stream = new StringStream(line, 4, 2);
  const spans = new Spans();
  while (!stream.eol()) {
    const style = readToken(parser, stream, state);
    const text = stream.current();
    if (style !== null) spans.add(text, classes.of(style, text));
    else for (const [part] of text.matchAll(tokenPart)) spans.add(part, classes.of(null, part));
  }
  return spans.finish();
}

function isWrittenByHand(lines: readonly string[]): boolean {
  let depth = 0;
  for (const line of lines) {
    if (line.length > longestLine) return false;
    for (const character of line) {
      if ("([{".includes(character) && ++depth > deepestBrackets) return false;
      if (")]}".includes(character) && depth > 0) depth--;
    }
  }
  return true;
}

function highlight(code: string, mode: Mode, parser: StreamParser<unknown>): string {
  const state = parser.startState?.(2) ?? {};
  const classes = new TokenClasses(mode);
  const lines = code.split("\n");
  if (!isWrittenByHand(lines)) return escapeCode(code);
  return lines
    .map((line) => {
      if (line !== "") return highlightLine(line, parser, state, classes);
      parser.blankLine?.(state, 2);
      return "";
    })
    .join("\n");
}

/** Returns code as HTML, with spans that have Pygments' short classes, or without spans if the language is unknown. */
export async function highlightedCode(code: string, language: string): Promise<string> {
  const name = displayLanguage(language);
  const mode = Object.hasOwn(modes, name) ? modes[name] : undefined;
  if (!mode) return escapeCode(code);
  try {
    return highlight(code, mode, await mode.load());
  } catch {
    return escapeCode(code);
  }
}
