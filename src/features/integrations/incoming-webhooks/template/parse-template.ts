import { type Expression, ExpressionParser, TemplateProblem, type Value } from "./parse-expression.ts";

export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "if"; readonly branches: readonly Branch[]; readonly otherwise: readonly TemplateNode[] }
  | {
      readonly kind: "for";
      readonly name: string;
      readonly list: Value;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    };

interface Branch {
  readonly condition: Expression;
  readonly body: readonly TemplateNode[];
}

const MAX_DEPTH = 20;

interface Token {
  readonly kind: "text" | "value" | "tag";
  readonly text: string;
  readonly line: number;
}

/**
 * Parses a template. The language is a small subset of Liquid: `{{ pull.title | truncate: 50 }}`, `{% if a == "b" %}`,
 * `{% elsif %}`, `{% else %}`, `{% endif %}`, `{% for commit in commits %}`, `{% endfor %}` and `{# remarks #}`.
 */
export function parseTemplate(source: string): readonly TemplateNode[] {
  return new Parser(tokensOf(source)).all();
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const part of source.split(/(\{\{[^{}]*\}\}|\{%[^{}%]*(?:%(?!\})[^{}%]*)*%\}|\{#[^{}]*#\})/)) {
    const kind =
      part.startsWith("{{") && part.endsWith("}}")
        ? "value"
        : part.startsWith("{%") && part.endsWith("%}")
          ? "tag"
          : "text";
    const isRemark = part.startsWith("{#") && part.endsWith("#}");
    if (part !== "" && !isRemark) tokens.push({ kind, line, text: kind === "text" ? part : part.slice(2, -2).trim() });
    line += part.split("\n").length - 1;
  }
  return tokens.map((token, index) => (token.kind === "text" ? trimmedLine(token, tokens, index) : token));
}

/** Removes the rest of a line that has only a tag, so that it doesn't leave an empty line. */
function trimmedLine(token: Token, tokens: readonly Token[], index: number): Token {
  const follows = index > 0 && tokens[index - 1]?.kind === "tag";
  const before = tokens[index - 2];
  const startedLine = before === undefined || (before.kind === "text" && /\n[ \t]*$/.test(before.text));
  return follows && startedLine ? { ...token, text: token.text.replace(/^[ \t]*\n/, "") } : token;
}

class Parser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  all(): TemplateNode[] {
    const nodes = this.#nodes();
    const left = this.tokens[this.#at];
    if (left !== undefined) throw new TemplateProblem(`{% ${left.text} %} has nothing to belong to`, left.line);
    return nodes;
  }

  /** Parses nodes up to a tag that continues or ends a block, without consuming the tag. */
  #nodes(): TemplateNode[] {
    const nodes: TemplateNode[] = [];
    for (let token = this.tokens[this.#at]; token !== undefined; token = this.tokens[this.#at]) {
      const [word = ""] = token.text.split(/\s/, 1);
      if (token.kind === "tag" && ["else", "elsif", "endif", "endfor"].includes(word)) return nodes;
      this.#at += 1;
      if (token.kind === "text") nodes.push({ kind: "text", text: token.text });
      else if (token.kind === "value")
        nodes.push({ kind: "value", value: new ExpressionParser(token.text, token.line).onlyValue() });
      else nodes.push(this.#block(token, word));
    }
    return nodes;
  }

  #block(token: Token, word: string): TemplateNode {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new TemplateProblem("it is nested too deeply", token.line);
    try {
      if (word === "if") return this.#condition(token);
      if (word === "for") return this.#loop(token);
      throw new TemplateProblem(`there is no tag {% ${word} %}`, token.line);
    } finally {
      this.#depth -= 1;
    }
  }

  #condition(opening: Token): TemplateNode {
    const branches: Branch[] = [];
    let tag: Token = opening;
    do {
      const condition = new ExpressionParser(tag.text.replace(/^\w+/, ""), tag.line).condition();
      branches.push({ condition, body: this.#nodes() });
      tag = this.#tag(opening, "endif");
    } while (tag.text.split(/\s/, 1)[0] === "elsif");
    const otherwise = tag.text === "else" ? this.#nodes() : [];
    if (tag.text === "else") tag = this.#tag(opening, "endif");
    if (tag.text !== "endif")
      throw new TemplateProblem(`{% ${opening.text} %} is not ended by {% endif %}`, opening.line);
    return { kind: "if", branches, otherwise };
  }

  #loop(opening: Token): TemplateNode {
    const [, name, list] = /^for\s+([A-Za-z_]\w*)\s+in\s+(\S[\s\S]*)$/.exec(opening.text) ?? [];
    if (name === undefined || list === undefined) {
      throw new TemplateProblem(`{% ${opening.text} %} does not say {% for name in list %}`, opening.line);
    }
    const value = new ExpressionParser(list, opening.line).onlyValue();
    const body = this.#nodes();
    let tag = this.#tag(opening, "endfor");
    const otherwise = tag.text === "else" ? this.#nodes() : [];
    if (tag.text === "else") tag = this.#tag(opening, "endfor");
    if (tag.text !== "endfor")
      throw new TemplateProblem(`{% ${opening.text} %} is not ended by {% endfor %}`, opening.line);
    return { kind: "for", name, list: value, body, otherwise };
  }

  #tag(opening: Token, end: string): Token {
    const token = this.tokens[this.#at];
    if (token === undefined)
      throw new TemplateProblem(`{% ${opening.text} %} is not ended by {% ${end} %}`, opening.line);
    this.#at += 1;
    return token;
  }
}
