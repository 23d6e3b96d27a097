export interface Dialect {
  readonly name?: string;
  readonly functionName?: string;
  readonly typeName?: string;
  readonly number?: string;
  /** Keywords that declare something. */
  readonly declaration?: string;
  /** String in double quotes. */
  readonly string?: string;
  /** Classes of particular words, which take precedence over everything else. */
  readonly words?: ReadonlyMap<string, string>;
  /** Classes of the mode's styles, which override those of `styles` below. */
  readonly styles?: Readonly<Record<string, string>>;
  /** True if text the mode leaves unstyled is prose, which has no class. */
  readonly prose?: boolean;
  /** Words after which white space is a token, or "none" for nowhere. Defaults to everywhere. */
  readonly spaces?: ReadonlySet<string> | "none";
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

const constants = words(
  "true false null nil none undefined nan infinity nothing nullptr True False None TRUE FALSE NULL",
);
const imports = words("import from package using use namespace require include module open extern");
const declarations = words(
  "var let const val function func fun fn class def interface enum trait struct type impl public private protected static final abstract",
);
const operatorWords = words("and or not in is new delete typeof instanceof sizeof xor div mod");
const functions = words("def function func fun fn sub proc defp defn");
const types = words("class struct interface enum trait type module protocol object record union");

const styles: Readonly<Record<string, string>> = {
  atom: "kc",
  attribute: "na",
  bracket: "p",
  builtin: "nb",
  comment: "c",
  error: "err",
  header: "gh",
  heading: "gh",
  inserted: "gi",
  deleted: "gd",
  link: "s",
  operator: "o",
  positive: "gi",
  negative: "gd",
  "string-2": "sr",
  tag: "nt",
  type: "kt",
  typeName: "kt",
};

function commentClass(text: string, isFirst: boolean): string {
  if (isFirst && text.startsWith("#!")) return "ch";
  return /^(?:\/\*|\*|<!--|\(\*|\{-|=begin)|\*\/$/.test(text) ? "cm" : "c1";
}

function stringClass(text: string): string {
  if (/^[a-zA-Z@$]*"/.test(text) || text.endsWith('"')) return "s2";
  if (/^[a-zA-Z]*'/.test(text) || text.endsWith("'")) return "s1";
  return text.includes("`") ? "sb" : "s";
}

function numberClass(text: string): string {
  if (/^[-+]?0x/i.test(text)) return "mh";
  if (/^[-+]?0b/i.test(text)) return "mb";
  return /[.eE]/.test(text) ? "mf" : "mi";
}

/** Assigns classes to tokens by the mode's style, their text, and the tokens before them. */
export class TokenClasses {
  readonly #dialect: Dialect;
  #previousWord = "";
  #isFirst = true;
  /** True inside a triple-quoted string. */
  #inDocument = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns Pygments' short class for a token, or an empty string for none. */
  of(style: string | null, text: string): string {
    const result = this.#dialect.words?.get(text) ?? (style === null ? this.#bare(text) : this.#styled(style, text));
    if (/\S/.test(text)) {
      this.#previousWord = text;
      this.#isFirst = false;
    }
    return result;
  }

  #bare(text: string): string {
    if (/^\s/.test(text)) return this.#space();
    if (this.#dialect.prose === true) return "";
    if (/^[\p{L}_$]/u.test(text)) return this.#name();
    if (/^\d/.test(text)) return this.#dialect.number ?? numberClass(text);
    if (/^[()[\]{},;:]/.test(text)) return "p";
    return /^[-+*/%=<>!&|^~?.@]/.test(text) ? "o" : "";
  }

  #space(): string {
    const { spaces } = this.#dialect;
    return spaces === undefined || (spaces !== "none" && spaces.has(this.#previousWord)) ? "w" : "";
  }

  #name(): string {
    if (functions.has(this.#previousWord)) return this.#dialect.functionName ?? "nf";
    if (types.has(this.#previousWord)) return this.#dialect.typeName ?? "nc";
    return this.#dialect.name ?? "n";
  }

  #styled(styleText: string, text: string): string {
    const style = styleText.split(/[ .]/)[0] ?? "";
    const special = this.#dialect.styles?.[styleText] ?? this.#dialect.styles?.[style];
    if (special !== undefined) return special;
    switch (style) {
      case "keyword":
        return this.#keyword(text);
      case "comment":
        return commentClass(text, this.#isFirst);
      case "string":
        return this.#string(text);
      case "number":
        return this.#dialect.number ?? numberClass(text);
      case "variable":
      case "variableName":
      case "def":
      case "property":
      case "propertyName":
        return this.#name();
      case "variable-2":
        return /^(?:self|cls|this)$/.test(text) ? "bp" : /^[$@]/.test(text) ? "nv" : this.#name();
      case "variable-3":
        return "kt";
      case "meta":
        return text.startsWith("@") ? "nd" : "cp";
      default:
        return styles[style] ?? this.#bare(text);
    }
  }

  #string(text: string): string {
    const marks = text.match(/"""|'''/g)?.length ?? 0;
    const document = this.#inDocument || marks > 0;
    if (marks % 2 === 1) this.#inDocument = !this.#inDocument;
    if (document) return "sd";
    const found = stringClass(text);
    return found === "s2" ? (this.#dialect.string ?? found) : found;
  }

  #keyword(text: string): string {
    if (constants.has(text)) return "kc";
    if (imports.has(text)) return "kn";
    if (operatorWords.has(text)) return "ow";
    return declarations.has(text) ? (this.#dialect.declaration ?? "kd") : "k";
  }
}
