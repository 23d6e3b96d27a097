// Modes for YAML, and for languages missing from @codemirror/legacy-modes, built with that package's tools.
import { clike } from "@codemirror/legacy-modes/mode/clike";
import { simpleMode } from "@codemirror/legacy-modes/mode/simple-mode";

function set(words: string): Record<string, true> {
  return Object.fromEntries(words.split(" ").map((word) => [word, true]));
}

interface Stream {
  eatWhile(match: RegExp): boolean;
  skipToEnd(): void;
}

export const php = clike({
  name: "php",
  keywords: set(
    "abstract as break callable case catch class clone const continue declare default do echo else elseif enum extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface match namespace new print private protected public readonly require require_once return static switch throw trait try use var while yield",
  ),
  types: set("array bool float int iterable mixed never object string void"),
  atoms: set("true false null TRUE FALSE NULL"),
  builtin: set("isset unset empty exit die list self parent"),
  multiLineStrings: true,
  hooks: {
    $(stream: Stream) {
      stream.eatWhile(/[\w$]/);
      return "variable-2";
    },
    "#"(stream: Stream) {
      stream.skipToEnd();
      return "comment";
    },
  },
});

const text = { regex: /"(?:[^"\\]|\\.)*"?/, token: "string" };
const quoted = { regex: /'(?:[^'\\]|\\.)*'?/, token: "string" };
const comment = { regex: /#.*/, token: "comment" };
const number = { regex: /\d[\w.]*/, token: "number" };

export const elixir = simpleMode({
  start: [
    comment,
    { regex: /"""/, token: "string", next: "document" },
    text,
    quoted,
    {
      regex:
        /(?:def|defp|defmodule|defmacro|defstruct|defimpl|defprotocol|do|end|fn|case|cond|if|unless|else|when|with|for|receive|after|rescue|raise|try|catch|import|require|use|alias|and|or|not|in)\b/,
      token: "keyword",
    },
    { regex: /(?:true|false|nil)\b/, token: "atom" },
    { regex: /:[\w?!]+/, token: "atom" },
    { regex: /@\w+/, token: "meta" },
    { regex: /[A-Z]\w*/, token: "type" },
    { regex: /[a-z_]\w*[?!]?/, token: "variable" },
    number,
    { regex: /[-+*/=<>!&|^~.%]+/, token: "operator" },
  ],
  document: [
    { regex: /.*?"""/, token: "string", next: "start" },
    { regex: /.+/, token: "string" },
  ],
});

export const graphql = simpleMode({
  start: [
    comment,
    text,
    {
      regex:
        /(?:query|mutation|subscription|fragment|on|type|input|enum|interface|union|scalar|schema|extend|implements|directive)\b/,
      token: "keyword",
    },
    { regex: /(?:true|false|null)\b/, token: "atom" },
    { regex: /(?:Int|Float|String|Boolean|ID)\b/, token: "type" },
    { regex: /[$@]\w+/, token: "variable-2" },
    { regex: /[A-Za-z_]\w*/, token: "variable" },
    number,
  ],
});

export const makefile = simpleMode({
  start: [
    comment,
    { regex: /^[\w./%$(){} -]+(?=:(?!=))/, token: "def", sol: true },
    { regex: /^[\w.-]+(?=\s*[?:+]?=)/, token: "variable-2", sol: true },
    { regex: /(?:include|ifeq|ifneq|ifdef|ifndef|else|endif|define|endef|export)\b/, token: "keyword", sol: true },
    { regex: /\$(?:\([\w.-]+\)|\{[\w.-]+\}|[@<^*?])/, token: "variable-2" },
    text,
    { regex: /[?:+]?=/, token: "operator" },
    { regex: /[^$"#?:+=]+/ },
  ],
});

export const yaml = simpleMode({
  start: [
    { regex: /#.*/, token: "comment" },
    { regex: /(?:---|\.\.\.)(?=\s|$)/, token: "bracket", sol: true },
    { regex: /[-?](?=\s|$)/, token: "bracket" },
    { regex: /[\w./-]+(?=:(?:\s|$))/, token: "tag" },
    { regex: /"(?:[^"\\]|\\.)*"(?=:)/, token: "tag" },
    text,
    { regex: /'[^']*'?/, token: "string" },
    { regex: /[&*]\w+/, token: "variable-2" },
    { regex: /![\w!/-]*/, token: "type" },
    { regex: /(?:true|false|null|yes|no|~)(?=\s|,|$)/, token: "atom" },
    { regex: /-?\d[\w.]*(?=\s|,|$)/, token: "number" },
    { regex: /[[\]{},:|>]/, token: "bracket" },
    { regex: /\s+/ },
    { regex: /[^\s[\]{},:#]+/ },
  ],
});
