// A subset of ICU MessageFormat: {name}, {count, number}, {count, plural, one {# file} other {# files}},
// {isOn, select, true {On} other {Off}} and '{quoted}'. It adds 0.5 kB (compressed) to the first script.
// intl-messageformat would add 8.7 kB; @messageformat/core 17 kB, and it evaluates code, which the page forbids, or needs
// generated files.

/** Literal text, or a placeholder. */
export type Part = string | Placeholder;

export interface Placeholder {
  readonly name: string;
  readonly kind: "text" | "number" | "plural" | "select";
  /** Forms of a plural or select. */
  readonly forms: Readonly<Record<string, readonly Part[]>>;
}

/** Plural rules and number format of a language. */
export interface Counting {
  /** Plural category of a number, such as "few". */
  readonly form: (count: number) => string;
  /** Formats a number, such as "1,234". */
  readonly number: (value: number) => string;
}

type Parameters = readonly (readonly [name: string, type: unknown])[];

type With<Found extends Parameters, Name extends string, Type> = Name extends Found[number][0]
  ? Found
  : readonly [...Found, readonly [Name, Type]];

/** Parameters of a text, with their types, in order of first appearance. */
type InText<Text extends string, Found extends Parameters> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? AfterForm<Text, Found>
    : Before extends `${string}${"''" | "'#'"}`
      ? InPlace<After, Found>
      : Before extends `${string}'`
        ? InQuotes<After, Found>
        : InPlace<After, Found>
  : AfterForm<Text, Found>;

type InQuotes<Text extends string, Found extends Parameters> = Text extends `${string}'${infer After}`
  ? InText<After, Found>
  : never;

type InPlace<Text extends string, Found extends Parameters> = Text extends `${infer Placeholder}}${infer After}`
  ? Placeholder extends `${infer Name}, plural, ${string}`
    ? InForm<Text, With<Found, Name, number>>
    : Placeholder extends `${infer Name}, select, ${infer Forms}`
      ? InForm<Text, With<Found, Name, Forms extends `true ${string}` ? boolean : string>>
      : Placeholder extends `${infer Name}, number`
        ? InText<After, With<Found, Name, number>>
        : InText<After, With<Found, Placeholder, string>>
  : never;

type InForm<Text extends string, Found extends Parameters> = Text extends `${string}{${infer Form}`
  ? InText<Form, Found>
  : never;

type AfterForm<Text extends string, Found extends Parameters> = Text extends `${string}}${infer After}`
  ? After extends `}${infer Rest}`
    ? InText<Rest, Found>
    : InForm<After, Found>
  : Found;

type TypesOf<Found extends Parameters> = { readonly [At in keyof Found]: Found[At][1] };

/** A text with parameters, as a function of their values. The parameters have the same order as in the English text. */
export interface Saying<Values extends readonly unknown[], Name extends string = string> {
  (...values: Values): string;
  readonly names: readonly Name[];
}

/** A formatted text: a string, or a function if it has parameters. */
export type FormattedText<Text extends string> = Text extends `${string}{${string}`
  ? InText<Text, readonly []> extends infer Found extends Parameters
    ? Found extends readonly []
      ? string
      : Saying<TypesOf<Found>, Found[number][0]>
    : never
  : string;

export interface Texts {
  readonly [key: string]: Text;
}

type Text = string | readonly Text[] | Texts;

/** A catalog in which texts with parameters are functions. */
export type Words<Of> = Of extends string ? FormattedText<Of> : { readonly [Key in keyof Of]: Words<Of[Key]> };

/**
 * Returns the same structure with each text replaced by `make`'s result. Paths have the form "channels.empty.title".
 */
export function mapTexts(texts: Text, path: string, make: (text: string, path: string) => unknown): unknown {
  if (typeof texts === "string") return make(texts, path);
  if (Array.isArray(texts)) return texts.map((one: Text, at) => mapTexts(one, `${path}.${at}`, make));
  return Object.fromEntries(Object.entries(texts).map(([key, one]) => [key, mapTexts(one, `${path}.${key}`, make)]));
}

/**
 * A syntax character, quoted text, or the text in between. Apostrophes only quote if followed by a syntax character.
 */
const TOKEN = /'[{}#][^']*'|''|[{}#]|[^'{}#]+|'/g;

/** Parses a text into its pieces and its parameter names, in order of first appearance. */
export function read(text: string): { readonly parts: readonly Part[]; readonly names: readonly string[] } {
  const tokens = text.match(TOKEN) ?? [];
  const names = new Set<string>();
  let at = 0;
  const next = () => tokens[at++] ?? "";

  /** Parses to the end of the text or form. In a plural, "#" is the counted number. */
  function parts(counted?: string): Part[] {
    const found: Part[] = [];
    while (at < tokens.length && tokens[at] !== "}") {
      const token = next();
      if (token === "{") found.push(place(counted));
      else if (token === "#" && counted !== undefined) found.push({ name: counted, kind: "number", forms: {} });
      else found.push(token.length > 1 && token.startsWith("'") ? token.slice(1, -1) || "'" : token);
    }
    return found;
  }

  function place(counted?: string): Placeholder {
    const forms: Record<string, readonly Part[]> = {};
    const [name = "", kind = "text", first = ""] = next().split(", ");
    names.add(name);
    for (let form = first; tokens[at] === "{"; form = tokens[at] === "}" ? "" : next()) {
      at++;
      forms[form.trim()] = parts(kind === "plural" ? name : counted);
      at++;
    }
    at++;
    return { name, kind: kind as Placeholder["kind"], forms };
  }

  return { parts: parts(), names: [...names] };
}

function written(parts: readonly Part[], of: (name: string) => unknown, counting: Counting): string {
  const texts = parts.map((part) => {
    if (typeof part === "string") return part;
    const { kind, forms } = part;
    const value = of(part.name);
    if (kind === "text") return String(value);
    if (kind === "number") return counting.number(value as number);
    const form = kind === "plural" ? counting.form(value as number) : String(value);
    return written(forms[`=${value}`] ?? forms[form] ?? forms["other"] ?? [], of, counting);
  });
  return texts.join("");
}

/**
 * Formats a text: returns a string, or a function if it has parameters.
 *
 * @param english the English text, or only its parameters: "{name}{count}"
 */
export function said(text: string, english: string, counting: Counting): string | Saying<readonly unknown[]> {
  if (!text.includes("{") && !english.includes("{")) return text;
  const { names } = read(english);
  const { parts } = read(text);
  const say = (...values: readonly unknown[]) => written(parts, (name) => values[names.indexOf(name)], counting);
  return names.length === 0 ? say() : Object.assign(say, { names });
}

/** Formats a text with values by parameter name. The text doesn't have to use all of them. */
export const filled = <Name extends string>(
  text: string | Saying<never, Name>,
  values: Readonly<Record<NoInfer<Name>, unknown>>,
): string =>
  typeof text === "string" ? text : (text as Saying<unknown[], Name>)(...text.names.map((name) => values[name]));
