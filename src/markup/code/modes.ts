import type { StreamParser } from "@codemirror/streamparser";
import type { Dialect } from "./token-classes.ts";

export interface Mode extends Dialect {
  /** Loads the mode, a separate module, so that a message loads only the languages in it. */
  load(): Promise<StreamParser<unknown>>;
}

const python: Dialect = {
  declaration: "k",
  spaces: new Set(["def", "class", "from", "import"]),
  words: new Map(Object.entries({ self: "bp", cls: "bp" })),
  styles: { meta: "nd" },
};
const javascript: Dialect = {
  name: "nx",
  functionName: "nx",
  typeName: "nx",
  number: "mf",
  words: new Map(Object.entries({ import: "k", from: "kr", constructor: "kr" })),
};
const json: Dialect = { styles: { "string property": "nt" } };
const c: Dialect = { declaration: "k", string: "s" };
const java: Dialect = { string: "s", styles: { meta: "nd" } };
const style: Dialect = {
  styles: { builtin: "nn", def: "k", property: "k", qualifier: "nc", "variable-3": "nd", keyword: "kc", atom: "kc" },
};
const prose: Dialect = { prose: true };
const shell: Dialect = { prose: true, number: "m", styles: { attribute: "", def: "nv", meta: "ch" } };
const markupText: Dialect = { prose: true, spaces: "none" };
const unspaced: Dialect = { spaces: "none" };
/** In TeX, numbers and names are only tokens inside formulas, where the mode gives them a style. */
const tex: Dialect = {
  ...markupText,
  number: "m",
  words: new Map(Object.entries({ $: "s", $$: "s", _: "nb", "^": "nb" })),
  styles: { bracket: "nb", builtin: "k", comment: "c", plugin: "k", tag: "k", variableName: "nb" },
};

const clike = () => import("@codemirror/legacy-modes/mode/clike");
const css = () => import("@codemirror/legacy-modes/mode/css");
const script = () => import("@codemirror/legacy-modes/mode/javascript");
const sql = () => import("@codemirror/legacy-modes/mode/sql");
const ml = () => import("@codemirror/legacy-modes/mode/mllike");
const xml = () => import("@codemirror/legacy-modes/mode/xml");
const more = () => import("./more-modes.ts");

/**
 * Modes by their language's display name. Code in a language without one isn't highlighted. That includes CMake,
 * Erlang, Mathematica, Puppet and Verilog, whose modes take seconds for a maliciously crafted line.
 */
export const modes: Readonly<Record<string, Mode>> = {
  Bash: { ...shell, load: async () => (await import("@codemirror/legacy-modes/mode/shell")).shell },
  C: { ...c, load: async () => (await clike()).c },
  "C#": { ...java, load: async () => (await clike()).csharp },
  "C++": { ...c, load: async () => (await clike()).cpp },
  Clojure: { load: async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure },
  CoffeeScript: {
    ...javascript,
    load: async () => (await import("@codemirror/legacy-modes/mode/coffeescript")).coffeeScript,
  },
  "Common Lisp": { load: async () => (await import("@codemirror/legacy-modes/mode/commonlisp")).commonLisp },
  Crystal: { load: async () => (await import("@codemirror/legacy-modes/mode/crystal")).crystal },
  CSS: { ...style, load: async () => (await css()).css },
  Cypher: { load: async () => (await import("@codemirror/legacy-modes/mode/cypher")).cypher },
  Cython: { ...python, ...unspaced, load: async () => (await import("@codemirror/legacy-modes/mode/python")).cython },
  D: { load: async () => (await import("@codemirror/legacy-modes/mode/d")).d },
  Dart: { ...java, load: async () => (await clike()).dart },
  Diff: {
    ...markupText,
    styles: { meta: "gu" },
    load: async () => (await import("@codemirror/legacy-modes/mode/diff")).diff,
  },
  Docker: { ...prose, load: async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile },
  Elixir: { load: async () => (await more()).elixir },
  Elm: { load: async () => (await import("@codemirror/legacy-modes/mode/elm")).elm },
  "F#": { load: async () => (await ml()).fSharp },
  Fortran: { load: async () => (await import("@codemirror/legacy-modes/mode/fortran")).fortran },
  GAS: { load: async () => (await import("@codemirror/legacy-modes/mode/gas")).gas },
  GLSL: { ...c, load: async () => (await clike()).shader },
  Go: { name: "nx", string: "s", load: async () => (await import("@codemirror/legacy-modes/mode/go")).go },
  GraphQL: { load: async () => (await more()).graphql },
  Groovy: { ...java, load: async () => (await import("@codemirror/legacy-modes/mode/groovy")).groovy },
  Haskell: { load: async () => (await import("@codemirror/legacy-modes/mode/haskell")).haskell },
  HTML: { ...markupText, load: async () => (await xml()).html },
  HTTP: { ...markupText, load: async () => (await import("@codemirror/legacy-modes/mode/http")).http },
  INI: { ...prose, load: async () => (await import("@codemirror/legacy-modes/mode/properties")).properties },
  Java: { ...java, load: async () => (await clike()).java },
  JavaScript: { ...javascript, load: async () => (await script()).javascript },
  JSON: { ...json, load: async () => (await script()).json },
  "JSON-LD": { ...json, load: async () => (await script()).jsonld },
  Julia: { load: async () => (await import("@codemirror/legacy-modes/mode/julia")).julia },
  Kotlin: { ...java, load: async () => (await clike()).kotlin },
  LessCss: { ...style, load: async () => (await css()).less },
  Lua: { load: async () => (await import("@codemirror/legacy-modes/mode/lua")).lua },
  Makefile: { ...prose, load: async () => (await more()).makefile },
  Matlab: { load: async () => (await import("@codemirror/legacy-modes/mode/octave")).octave },
  MySQL: { load: async () => (await sql()).mySQL },
  "Nginx configuration file": { load: async () => (await import("@codemirror/legacy-modes/mode/nginx")).nginx },
  "Objective-C": { ...c, load: async () => (await clike()).objectiveC },
  OCaml: { ...unspaced, load: async () => (await ml()).oCaml },
  Octave: { ...unspaced, load: async () => (await import("@codemirror/legacy-modes/mode/octave")).octave },
  Pascal: { load: async () => (await import("@codemirror/legacy-modes/mode/pascal")).pascal },
  Perl: { load: async () => (await import("@codemirror/legacy-modes/mode/perl")).perl },
  PHP: { ...unspaced, load: async () => (await more()).php },
  "PL/pgSQL": { load: async () => (await sql()).pgSQL },
  "PostgreSQL SQL dialect": { load: async () => (await sql()).pgSQL },
  PowerShell: { ...unspaced, load: async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell },
  Properties: { ...prose, load: async () => (await import("@codemirror/legacy-modes/mode/properties")).properties },
  "Protocol Buffer": { load: async () => (await import("@codemirror/legacy-modes/mode/protobuf")).protobuf },
  Python: { ...python, load: async () => (await import("@codemirror/legacy-modes/mode/python")).python },
  "Python 2.x": { ...python, load: async () => (await import("@codemirror/legacy-modes/mode/python")).python },
  Racket: { load: async () => (await import("@codemirror/legacy-modes/mode/scheme")).scheme },
  Ruby: {
    declaration: "k",
    styles: { tag: "nc", "variable-2": "vi" },
    load: async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby,
  },
  Rust: { ...c, load: async () => (await import("@codemirror/legacy-modes/mode/rust")).rust },
  S: { load: async () => (await import("@codemirror/legacy-modes/mode/r")).r },
  Scala: { ...java, load: async () => (await clike()).scala },
  Scheme: { load: async () => (await import("@codemirror/legacy-modes/mode/scheme")).scheme },
  SCSS: { ...style, load: async () => (await css()).sCSS },
  SQL: { load: async () => (await sql()).standardSQL },
  "Standard ML": { ...unspaced, load: async () => (await ml()).sml },
  Swift: { ...java, load: async () => (await import("@codemirror/legacy-modes/mode/swift")).swift },
  Tcl: { load: async () => (await import("@codemirror/legacy-modes/mode/tcl")).tcl },
  TeX: { ...tex, load: async () => (await import("@codemirror/legacy-modes/mode/stex")).stex },
  TOML: { load: async () => (await import("@codemirror/legacy-modes/mode/toml")).toml },
  "Transact-SQL": { load: async () => (await sql()).msSQL },
  TypeScript: { ...javascript, load: async () => (await script()).typescript },
  "VB.net": { load: async () => (await import("@codemirror/legacy-modes/mode/vb")).vb },
  vhdl: { load: async () => (await import("@codemirror/legacy-modes/mode/vhdl")).vhdl },
  XML: { ...markupText, load: async () => (await xml()).xml },
  YAML: { ...prose, load: async () => (await more()).yaml },
};
