import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mapTexts, type Part, read } from "../../../src/protocol/words/icu.ts";
import { translateBy } from "../../../src/web/words/catalog.ts";
import { root } from "../../process/support/launch.ts";

const WORDS = join(root, "src/web/words");

/** Returns the texts in the chosen language that correspond to an English text. */
let textsFor = (english: string): readonly string[] => [english];

/**
 * Sets the language in which the client is opened. From then on, every name must be a text of the client's catalogs.
 */
export async function nameIn(language: string): Promise<void> {
  const found: Record<string, string> = {};
  translateBy((name, texts) => {
    mapTexts(texts, name, (text, path) => {
      found[path] = text;
    });
    return undefined;
  });
  for (const file of globSync("{*.ts,settings/**/*.ts}", { cwd: WORDS })) {
    const exported: Record<string, unknown> = await import(join(WORDS, file));
    for (const [name, ask] of Object.entries(exported)) {
      if (name.endsWith("Words") && typeof ask === "function") ask();
    }
  }
  const files = globSync(`${language}/*.json`, { cwd: WORDS });
  const translated: Record<string, string> = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(WORDS, file), "utf8"))),
  );
  textsFor = (english) => {
    const paths = Object.keys(found).filter((path) => found[path] === english);
    if (paths.length === 0) throw new Error(`the client has no text "${english}"`);
    return [...new Set(paths.map((path) => translated[path] ?? english))];
  };
}

/**
 * Returns a pattern for the name of a button or field in the client's language. `english` is a text of a catalog. Its
 * parameters can have values: "Actions for {name=Omar}". A pattern is returned unchanged, for names that the
 * organization chose.
 */
export function named(english: string | RegExp): RegExp {
  if (typeof english !== "string") return english;
  const values: Record<string, string> = {};
  const text = english.replace(/\{(\w+)=([^}]*)\}/g, (_all, name: string, value: string) => {
    values[name] = value;
    return `{${name}}`;
  });
  const patternOf = (part: Part) =>
    typeof part === "string" ? escaped(part) : `.*${escaped(values[part.name] ?? "")}.*`;
  const patterns = textsFor(text).map((one) => read(one).parts.map(patternOf).join(""));
  return new RegExp(patterns.join("|"));
}

/** In accessible names, non-breaking spaces become plain spaces. */
const escaped = (text: string) => text.split(/\s+/).map(RegExp.escape).join("\\s+");
