import type { Token } from "markdown-it";
import { element, escapeLiteral, openTag } from "../html/html.ts";
import { PieceWriter, type PreviewLink } from "../pieces.ts";
import { inlineTokens } from "./grammar.ts";
import { IMAGE } from "./inline/link.ts";
import { readTimeMark } from "./times.ts";

/** Input for parsing one message, and findings other than its HTML: wildcard mentions and uploads. */
export interface Notes {
  /** Current time in milliseconds since 1970. */
  readonly now: number | undefined;
  /** Whether mentions are recognized. False in descriptions and profile fields (markdown.md 4). */
  readonly mentions: boolean;
  channelWildcard: boolean;
  topicWildcard: boolean;
  readonly uploads: string[];
}

export interface InlineContent {
  readonly writer: PieceWriter;
  readonly links: readonly PreviewLink[];
  /** True if the text is only a bare link. */
  readonly onlyLink: boolean;
}

const channelWildcards = new Set(["all", "everyone", "channel", "stream"]);
/** Targets within the organization if their host is the realm's. */
const mayBeLocal = /^(?:https?:\/\/[^/]+)?\/(?:#|user_uploads\/)/i;
const previewable = /^(?:https?:\/\/|\/user_uploads\/)/i;

class InlineWriter {
  readonly out = new PieceWriter();
  readonly links: PreviewLink[] = [];
  readonly #notes: Notes;
  readonly #quoted: boolean;
  #text = "";
  /** Whether `#text` starts at a boundary for linkifiers and emoticons. */
  #atBoundary = true;
  #inLink = false;

  constructor(notes: Notes, quoted: boolean) {
    this.#notes = notes;
    this.#quoted = quoted;
  }

  #flush(boundaryAfter: boolean): void {
    if (this.#text) {
      const glued = this.#atBoundary ? {} : { glued: true };
      const inLink = this.#inLink ? { inLink: true } : {};
      this.out.hole({ hole: "text", text: this.#text, ...glued, ...inLink });
    }
    this.#text = "";
    this.#atBoundary = boundaryAfter;
  }

  #html(html: string, boundaryAfter = false): void {
    this.#flush(boundaryAfter);
    this.out.html(html);
  }

  write(tokens: readonly Token[]): void {
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index];
      if (!token) continue;
      if (token.type === "link_open") index = this.#link(tokens, index, token);
      else this.#token(token);
    }
    this.#flush(true);
  }

  #token(token: Token): void {
    switch (token.type) {
      case "text":
        this.#text += token.content;
        break;
      case "escaped":
        this.#html(escapeLiteral(token.content));
        break;
      case "hardbreak":
        this.#html("<br>\n", true);
        break;
      case "em_open":
        this.#html(`<${token.tag}>`, true);
        break;
      case "em_close":
        this.#html(`</${token.tag}>`);
        break;
      case "code_inline":
        this.#html(`<code>${escapeLiteral(token.content)}</code>`);
        break;
      case "math_inline":
        this.#flush(false);
        this.out.hole({ hole: "math", tex: token.content, display: false });
        break;
      case "time":
        this.#time(token.content);
        break;
      case "user_mention":
        this.#userMention(token);
        break;
      case "group_mention":
        this.#mention("group", token, "*");
        break;
      case "channel":
        this.#channel(token);
        break;
      default:
        // Ignoring a rule's tokens would lose the author's text.
        throw new Error(`inline token ${token.type} has no HTML`);
    }
  }

  #time(written: string): void {
    const datetime = readTimeMark(written, this.#notes.now);
    this.#html(
      datetime === undefined
        ? escapeLiteral(`<time:${written}>`)
        : element("time", { datetime }, escapeLiteral(written)),
    );
  }

  #userMention(token: Token): void {
    const name = token.content;
    const silent = this.#quoted || token.markup === "_";
    const onTopic = name === "topic";
    if (!this.#notes.mentions || !(onTopic || channelWildcards.has(name))) {
      this.#mention("user", token, "**");
      return;
    }
    const kind = onTopic ? "topic-mention" : "user-mention channel-wildcard-mention";
    const attributes = { class: silent ? `${kind} silent` : kind, "data-user-id": onTopic ? undefined : "*" };
    this.#html(element("span", attributes, silent ? name : `@${name}`));
    if (silent) return;
    if (onTopic) this.#notes.topicWildcard = true;
    else this.#notes.channelWildcard = true;
  }

  #mention(hole: "user" | "group", token: Token, stars: string): void {
    this.#flush(false);
    const otherwise = this.#asText(`@${token.markup}`, `${stars}${token.content}${stars}`);
    if (!this.#notes.mentions) this.out.all(otherwise);
    else this.out.hole({ hole, name: token.content, silent: this.#quoted || token.markup === "_", otherwise });
  }

  #channel(token: Token): void {
    this.#flush(false);
    const otherwise = this.#asText("#", `**${token.content}**`);
    const name = token.content;
    this.out.hole(
      this.#inLink ? { hole: "channel", name, inLink: true, otherwise } : { hole: "channel", name, otherwise },
    );
  }

  /** Shows an unknown name as its source, parsed as ordinary markup. */
  #asText(sign: string, rest: string) {
    const inner = new InlineWriter({ ...this.#notes, mentions: false }, this.#quoted);
    inner.out.html(sign);
    inner.#atBoundary = false;
    inner.#inLink = this.#inLink;
    inner.write(inlineTokens(rest, this.#inLink));
    return inner.out.pieces;
  }

  /** Writes the link that starts at the index, and returns the index of its end. */
  #link(tokens: readonly Token[], start: number, open: Token): number {
    let end = start + 1;
    while (end < tokens.length && tokens[end]?.type !== "link_close") end++;
    const href = String(open.attrGet("href"));
    const label = open.info;
    this.#flush(false);
    const content = new InlineWriter(this.#notes, this.#quoted);
    content.#inLink = true;
    content.write(tokens.slice(start + 1, end));
    const image = open.meta === IMAGE ? { image: true } : {};
    if (mayBeLocal.test(href)) {
      if (href.includes("/user_uploads/")) this.#notes.uploads.push(href);
      this.out.hole({ hole: "link", href, label, content: content.out.pieces, ...image });
    } else {
      this.out.html(openTag("a", { href }));
      this.out.all(content.out.pieces);
      this.out.html("</a>");
    }
    if (previewable.test(href)) this.links.push({ href, ...(label === href ? {} : { title: label }), ...image });
    return end;
  }
}

/** Writes the text of a block. In quotes, mentions are silent and links have no previews (markdown.md 2, 3). */
export function writeInline(text: string, notes: Notes, quoted: boolean): InlineContent {
  const tokens = inlineTokens(text);
  const writer = new InlineWriter(notes, quoted);
  writer.write(tokens);
  const links = quoted ? [] : writer.links;
  const isOne =
    tokens[0]?.type === "link_open" &&
    tokens[0].meta !== IMAGE &&
    tokens.findIndex((token) => token.type === "link_close") === tokens.length - 1;
  return { writer: writer.out, links, onlyLink: isOne && links[0] !== undefined && links[0].title === undefined };
}
