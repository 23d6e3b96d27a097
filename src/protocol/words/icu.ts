// Texts in the syntax of ICU MessageFormat, as much of it as people who write Parley's texts need: {name}, {count, number},
// {count, plural, one {# file} other {# files}}, {isOn, select, true {On} other {Off}} and '{quoted}'.
// Compressed, this adds 0.5 kB to the first script. intl-messageformat would add 8.7 kB. @messageformat/core would add 17 kB
// and evaluate code, which the page forbids, or would need generated files.

/** A piece of a text: what is said as it is, or a place for a value. */
export type Part = string | Place;

export interface Place {
  readonly name: string;
  readonly kind: "text" | "number" | "plural" | "select";
  /** The texts to choose from, in a plural or a select. */
  readonly forms: Readonly<Record<string, readonly Part[]>>;
}

/** How a language counts. */
export interface Counting {
  /** The plural form for a number, such as "few". */
  readonly form: (count: number) => string;
  /** A number such as "1,234". */
  readonly number: (value: number) => string;
}

type Parameters = readonly (readonly [name: string, type: unknown])[];

type With<Found extends Parameters, Name extends string, Type> = Name extends Found[number][0]
  ? Found
  : readonly [...Found, readonly [Name, Type]];

/** The parameters of a text, in the order in which it names them. */
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

type InPlace<Text extends string, Found extends Parameters> = Text extends `${infer Place}}${infer After}`
  ? Place extends `${infer Name}, plural, ${string}`
    ? InForm<Text, With<Found, Name, number>>
    : Place extends `${infer Name}, select, ${infer Forms}`
      ? InForm<Text, With<Found, Name, Forms extends `true ${string}` ? boolean : string>>
      : Place extends `${infer Name}, number`
        ? InText<After, With<Found, Name, number>>
        : InText<After, With<Found, Place, string>>
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

/** A text with parameters: a function of them, in the order in which the English text names them. */
export interface Saying<Values extends readonly unknown[], Name extends string = string> {
  (...values: Values): string;
  /** The names of the parameters. */
  readonly names: readonly Name[];
}

/** What a text is to those who say it. */
export type Said<Text extends string> = Text extends `${string}{${string}`
  ? InText<Text, readonly []> extends infer Found extends Parameters
    ? Found extends readonly []
      ? string
      : Saying<TypesOf<Found>, Found[number][0]>
    : never
  : string;

/** The texts of one thing: in groups and lists. */
export interface Texts {
  readonly [key: string]: Text;
}

type Text = string | readonly Text[] | Texts;

/** What texts are to those who say them. */
export type Words<Of> = Of extends string ? Said<Of> : { readonly [Key in keyof Of]: Words<Of[Key]> };

/** Puts something in the place of each text, by its path, such as "channels.empty.title". */
export function mapTexts(texts: Text, path: string, make: (text: string, path: string) => unknown): unknown {
  if (typeof texts === "string") return make(texts, path);
  if (Array.isArray(texts)) return texts.map((one: Text, at) => mapTexts(one, `${path}.${at}`, make));
  return Object.fromEntries(Object.entries(texts).map(([key, one]) => [key, mapTexts(one, `${path}.${key}`, make)]));
}

/** A sign of the syntax, or what is between them. An apostrophe is one, unless it quotes such a sign. */
const TOKEN = /'[{}#][^']*'|''|[{}#]|[^'{}#]+|'/g;

/** Reads a text: its pieces, and the names of its parameters in the order in which it names them. */
export function read(text: string): { readonly parts: readonly Part[]; readonly names: readonly string[] } {
  const tokens = text.match(TOKEN) ?? [];
  const names = new Set<string>();
  let at = 0;
  const next = () => tokens[at++] ?? "";

  /** Reads up to the end of the text or of a form. In a plural, "#" is the number that it counts. */
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

  function place(counted?: string): Place {
    const forms: Record<string, readonly Part[]> = {};
    const [name = "", kind = "text", first = ""] = next().split(", ");
    names.add(name);
    for (let form = first; tokens[at] === "{"; form = tokens[at] === "}" ? "" : next()) {
      at++;
      forms[form.trim()] = parts(kind === "plural" ? name : counted);
      at++;
    }
    at++;
    return { name, kind: kind as Place["kind"], forms };
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
 * What a text says in a language: a string, or a function if it has parameters.
 *
 * @param english the English text, or its parameters alone: "{name}{count}"
 */
export function said(text: string, english: string, counting: Counting): string | Saying<readonly unknown[]> {
  if (!text.includes("{") && !english.includes("{")) return text;
  const { names } = read(english);
  const { parts } = read(text);
  const say = (...values: readonly unknown[]) => written(parts, (name) => values[names.indexOf(name)], counting);
  return names.length === 0 ? say() : Object.assign(say, { names });
}

/** What a text says with values for its parameters by their names. One text may need fewer of them than another. */
export const filled = <Name extends string>(
  text: string | Saying<never, Name>,
  values: Readonly<Record<NoInfer<Name>, unknown>>,
): string =>
  typeof text === "string" ? text : (text as Saying<unknown[], Name>)(...text.names.map((name) => values[name]));
