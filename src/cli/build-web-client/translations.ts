import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import type { ESTree } from "rolldown/utils";
import { mapTexts, read, type Texts } from "../../protocol/words/icu.ts";

/** The name of a language's folder. */
const LANGUAGE = /^[a-z]{2}$/;

const WORDS = "src/web/words";
const TRANSLATION = /\/src\/web\/words\/[a-z]{2}\/\w+\.json$/;
const SETTINGS_CATALOGS = /\/src\/web\/words\/settings\/\w+\/(?!import\.)[\w-]+\.ts$/;
const ENGLISH_SETTINGS = /\/src\/web\/words\/settings\/english\.ts$/;

/** A catalog in the source of a file, `export const userWords = catalog("users", { … })`, and where its texts stand there. */
interface Catalog {
  readonly name: string;
  readonly texts: Texts;
  readonly start: number;
  readonly end: number;
}

/**
 * Makes the scripts of languages. They leave out the names of the texts, a quarter of what these weigh: the catalogs have
 * them, in the same order. English texts of the settings have a script of their own, so that people who read another
 * language do not load them: the catalogs of the settings keep the names, and the parameters of the texts.
 */
export const translations = (root: string): Plugin => ({
  name: "translations",
  load: {
    filter: { id: [TRANSLATION, ENGLISH_SETTINGS] },
    handler: (id) => ({ code: scriptOf(root, id), moduleType: "js" }),
  },
  transform: {
    filter: { id: SETTINGS_CATALOGS },
    handler(code) {
      let short = code;
      for (const { texts, start, end } of catalogsIn(code).reverse())
        short = short.slice(0, start) + JSON.stringify(mapTexts(texts, "", parametersIn)) + short.slice(end);
      return short;
    },
  },
});

function scriptOf(root: string, id: string): string {
  const english = ENGLISH_SETTINGS.test(id);
  const texts: Readonly<Record<string, string>> = english ? {} : JSON.parse(readFileSync(id, "utf8"));
  const named = new Set(Object.keys(texts).map((path) => path.split(".")[0]));
  const files = globSync("{*.ts,settings/**/*.ts}", { cwd: join(root, WORDS) }).map((file) => join(root, WORDS, file));
  const catalogs = files
    .filter((file) => !english || SETTINGS_CATALOGS.test(file))
    .flatMap((file) => catalogsIn(readFileSync(file, "utf8")))
    .filter(({ name }) => english || named.has(name));
  const lists = catalogs.map(({ name, texts: own }) => {
    const list: string[] = [];
    mapTexts(own, name, (text, path) => list.push(texts[path] ?? text));
    return [name, list];
  });
  return `export default ${JSON.stringify(Object.fromEntries(lists))}`;
}

/** The parameters of a text, without what it says. */
const parametersIn = (text: string) =>
  read(text)
    .names.map((name) => `{${name}}`)
    .join("");

function catalogsIn(code: string): Catalog[] {
  const { body } = parseAst(code, { lang: "ts" });
  const declared = body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "VariableDeclaration"
      ? statement.declaration.declarations
      : [],
  );
  return declared.flatMap(({ init }) => {
    if (init?.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "catalog")
      return [];
    const [name, texts] = init.arguments;
    if (name?.type !== "Literal" || texts?.type !== "ObjectExpression") throw new Error("a catalog has no texts");
    return [{ name: String(name.value), texts: textIn(texts) as Texts, start: texts.start, end: texts.end }];
  });
}

function textIn(node: ESTree.Node): Texts[string] {
  if (node.type === "TSAsExpression") return textIn(node.expression);
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "ArrayExpression") return node.elements.map((one) => textIn(one as ESTree.Node));
  if (node.type !== "ObjectExpression") throw new Error(`a catalog has texts alone, not ${node.type}`);
  const entries = node.properties.map((property) => {
    if (property.type !== "Property" || property.computed) throw new Error("a catalog names each of its texts");
    const { key, value } = property;
    return [key.type === "Literal" ? String(key.value) : (key as ESTree.IdentifierName).name, textIn(value)];
  });
  return Object.fromEntries(entries);
}

/** The languages that have a folder of translations. */
export const translatedLanguages = (root: string): string[] =>
  readdirSync(join(root, WORDS)).filter((name) => LANGUAGE.test(name));

/** The language of a served script that has nothing but the texts of one (`languageLoads`, programs.ts). */
export const languageOf = (path: string): string | undefined =>
  /^\/w\/(?:settings-|moving-)?([a-z]{2})\.[0-9a-f]{8}\.js$/.exec(path)?.[1];
