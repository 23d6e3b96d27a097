import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "rolldown";
import type { ESTree } from "rolldown/utils";

const LANGUAGE = /^[a-z]{2}$/;

/**
 * Drops the names of texts from translations, a quarter of their size: the English catalog has them, in the same order.
 * The client adds them back (`named`, src/web/words/language/named.ts).
 */
export const namelessTranslations: Plugin = {
  name: "translations",
  transform: {
    filter: { id: /\/src\/web\/words\/[a-z]{2}\// },
    handler(code) {
      let short = code;
      for (const { init } of exportedBy(this.parse(code, { lang: "ts" }))
        .filter(isTranslation)
        .reverse())
        if (init !== null) short = short.slice(0, init.start) + listOf(code, init) + short.slice(init.end);
      return short;
    },
  },
};

const SETTINGS_CATALOGS = /\/src\/web\/words\/settings\/\w+\/(?!import\.)[\w-]+\.ts$/;
const ENGLISH_SETTINGS = /\/src\/web\/words\/settings\/english\.ts$/;
/** Marks an import of a catalog file's texts in the format of a translation. */
const TEXTS = "?texts";

/**
 * Moves the English texts of the settings to a separate script, in the format of translations, so that users of other
 * languages don't load them. The catalogs keep the names of the texts.
 */
export const englishSettings: Plugin = {
  name: "english-settings",
  resolveId: {
    filter: { id: /\?texts$/ },
    handler: (source, importer = "") => join(dirname(importer), source),
  },
  load: {
    filter: { id: [ENGLISH_SETTINGS, /\?texts$/] },
    handler(id) {
      if (id.endsWith(TEXTS)) return textsOf(this.parse, readFileSync(id.slice(0, -TEXTS.length), "utf8"));
      const folder = dirname(id);
      const files = globSync("*/*.ts", { cwd: folder }).filter((file) => SETTINGS_CATALOGS.test(join(folder, file)));
      return files.map((file) => `export * from "./${file}${TEXTS}";`).join("\n");
    },
  },
  transform: {
    filter: { id: SETTINGS_CATALOGS },
    handler(code) {
      let short = code;
      for (const { texts } of catalogsOf(this.parse(code, { lang: "ts" })).reverse())
        short = short.slice(0, texts.start) + namesOf(code, texts) + short.slice(texts.end);
      return short;
    },
  },
};

type Parse = (code: string, options: { lang: "ts" }) => ESTree.Program;

/** Generates a module that exports the texts of a file's catalogs as lists, by catalog name. */
function textsOf(parse: Parse, code: string) {
  let texts = code;
  for (const catalog of catalogsOf(parse(code, { lang: "ts" })).reverse()) {
    const { start, end } = catalog.declaration;
    texts = `${texts.slice(0, start)}${catalog.name} = ${listOf(code, catalog.texts)}${texts.slice(end)}`;
  }
  return { code: texts, moduleType: "ts" as const };
}

/** Finds the catalogs a file exports: `export const userWords = catalog("users", { … })`. */
function catalogsOf(program: ESTree.Program) {
  return exportedBy(program).flatMap((declaration) => {
    const { init } = declaration;
    if (init?.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "catalog")
      return [];
    const [name, texts] = init.arguments;
    if (name?.type !== "Literal" || texts?.type !== "ObjectExpression") throw new Error("a catalog has no texts");
    return [{ declaration, name: String(name.value), texts }];
  });
}

const exportedBy = ({ body }: ESTree.Program): ESTree.VariableDeclarator[] =>
  body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "VariableDeclaration"
      ? statement.declaration.declarations
      : [],
  );

export const translatedLanguages = (root: string): string[] =>
  readdirSync(join(root, "src/web/words")).filter((name) => LANGUAGE.test(name));

/** Returns the language of a served script that only contains the texts of one (`languageLoads`, programs.ts). */
export const languageOf = (path: string): string | undefined =>
  /^\/w\/(?:settings-|moving-)?([a-z]{2})\.[0-9a-f]{8}\.js$/.exec(path)?.[1];

function isTranslation({ id }: ESTree.VariableDeclarator): boolean {
  const type = id.typeAnnotation?.typeAnnotation;
  return (
    type?.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Translation"
  );
}

/**
 * Converts an object's source to a list of its values, in JavaScript's property order. Other sources are returned as
 * they are.
 */
function listOf(code: string, value: ESTree.Expression): string {
  if (value.type === "TSAsExpression") return listOf(code, value.expression);
  if (value.type !== "ObjectExpression") return code.slice(value.start, value.end);
  const values = entriesOf(code, value).map(([name, one]) => [name, listOf(code, one)]);
  return `[${Object.values(Object.fromEntries(values)).join(",")}]`;
}

/** Converts an object's source to its names, with 0 for each text, or [] for each list of texts. */
function namesOf(code: string, value: ESTree.Expression): string {
  if (value.type === "TSAsExpression") return namesOf(code, value.expression);
  if (value.type === "ArrayExpression") return "[]";
  if (value.type !== "ObjectExpression") return "0";
  return `{${entriesOf(code, value).map(([name, one]) => `${JSON.stringify(name)}:${namesOf(code, one)}`)}}`;
}

function entriesOf(code: string, { properties }: ESTree.ObjectExpression): [name: string, value: ESTree.Expression][] {
  return properties.map((property) => {
    if (property.type !== "Property" || property.method || property.computed)
      throw new Error(`a catalog has no such entries: ${code.slice(property.start, property.end)}`);
    const { key, value } = property;
    return [key.type === "Literal" ? String(key.value) : code.slice(key.start, key.end), value];
  });
}
