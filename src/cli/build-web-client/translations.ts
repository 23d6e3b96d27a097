import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import type { ESTree } from "rolldown/utils";
import { mapTexts, read, type Texts } from "../../protocol/words/icu.ts";

const WORDS = "src/web/words";
const TRANSLATION = /\/src\/web\/words\/[a-z]{2}\/\w+\.json$/;
const SETTINGS_CATALOGS = /\/src\/web\/words\/settings\/(?:\w+\/)?(?!import\.|english\.)[\w-]+\.ts$/;
const ENGLISH_SETTINGS = /\/src\/web\/words\/settings\/english\.ts$/;

/** A catalog in a source file, such as `export const userWords = catalog("users", { … })`, and the range of its texts. */
interface Catalog {
  readonly name: string;
  readonly texts: Texts;
  readonly start: number;
  readonly end: number;
}

/**
 * Builds the language scripts. They omit the texts' keys, a quarter of their size, because the catalogs have them in the
 * same order. English settings texts get a separate script, so that readers of other languages don't load them; the
 * settings catalogs keep the keys and the parameters.
 */
export function translations(root: string): Plugin {
  let catalogs: readonly FoundCatalog[] = [];
  return {
    name: "translations",
    buildStart() {
      catalogs = findCatalogs(root);
    },
    load: {
      filter: { id: [TRANSLATION, ENGLISH_SETTINGS] },
      handler: (id) => ({ code: scriptOf(catalogs, id), moduleType: "js" }),
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
  };
}

interface FoundCatalog extends Catalog {
  readonly isOfSettings: boolean;
}

const findCatalogs = (root: string): FoundCatalog[] =>
  globSync("{*.ts,settings/**/*.ts}", { cwd: join(root, WORDS) }).flatMap((name) => {
    const file = join(root, WORDS, name);
    const isOfSettings = SETTINGS_CATALOGS.test(file);
    return catalogsIn(readFileSync(file, "utf8")).map((catalog) => ({ ...catalog, isOfSettings }));
  });

function scriptOf(catalogs: readonly FoundCatalog[], id: string): string {
  const isEnglish = ENGLISH_SETTINGS.test(id);
  const texts: Readonly<Record<string, string>> = isEnglish ? {} : JSON.parse(readFileSync(id, "utf8"));
  const named = new Set(Object.keys(texts).map((path) => path.split(".")[0]));
  const own = catalogs.filter(({ name, isOfSettings }) => (isEnglish ? isOfSettings : named.has(name)));
  const lists = own.map(({ name, texts: english }) => {
    const list: string[] = [];
    mapTexts(english, name, (text, path) => list.push(texts[path] ?? text));
    return [name, list];
  });
  return `export default ${JSON.stringify(Object.fromEntries(lists))}`;
}

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

/**
 * Returns the name prefix of a part's language scripts. Undefined for voice messages, whose script contains the texts
 * of all languages.
 */
const prefixOf = (part: string): string | undefined =>
  part === "voice" ? undefined : part === "client" ? "" : part === "import" ? "moving-" : `${part}-`;

/** Returns the name of the script with the texts of a module, such as "settings-de". Undefined for other modules. */
export function languageScriptOf(id: string | null): string | undefined {
  if (id === null) return;
  if (ENGLISH_SETTINGS.test(id)) return "settings-en";
  const [, language, part = "voice"] = /\/src\/web\/words\/([a-z]{2})\/(\w+)\.json$/.exec(id) ?? [];
  const prefix = prefixOf(part);
  return prefix === undefined ? undefined : `${prefix}${language}`;
}

/** Returns the language of a served script that only contains texts. Undefined for other files. */
export const languageOf = (path: string): string | undefined =>
  /^\/w\/(?:[a-z]+-)?([a-z]{2})\.[0-9a-f]{8}\.js$/.exec(path)?.[1];
