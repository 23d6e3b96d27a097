import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "rolldown";
import type { ESTree } from "rolldown/utils";

/** The name of a language's folder. */
const LANGUAGE = /^[a-z]{2}$/;

/**
 * Leaves the names of the texts out of translations, a quarter of what these weigh: the English catalog has them, in the same
 * order. The client gives them back (`named`, src/web/words/language/named.ts).
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
/** Marks an import of the texts of a catalog's file, in the form of a translation. */
const TEXTS = "?texts";

/**
 * Puts the English texts of the settings into a script of their own, in the form of the translations, so that people who
 * read another language do not load them. The catalogs keep the names of the texts.
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

/** The source of a file that exports the texts of another file's catalogs as lists, by the names of the catalogs. */
function textsOf(parse: Parse, code: string) {
  let texts = code;
  for (const catalog of catalogsOf(parse(code, { lang: "ts" })).reverse()) {
    const { start, end } = catalog.declaration;
    texts = `${texts.slice(0, start)}${catalog.name} = ${listOf(code, catalog.texts)}${texts.slice(end)}`;
  }
  return { code: texts, moduleType: "ts" as const };
}

/** The catalogs that a file exports: `export const userWords = catalog("users", { … })`. */
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

/** The languages that have a folder of translations. */
export const translatedLanguages = (root: string): string[] =>
  readdirSync(join(root, "src/web/words")).filter((name) => LANGUAGE.test(name));

/** The language of a served script that has nothing but the texts of one (`languageLoads`, programs.ts). */
export const languageOf = (path: string): string | undefined =>
  /^\/w\/(?:settings-|moving-)?([a-z]{2})\.[0-9a-f]{8}\.js$/.exec(path)?.[1];

/** Whether a variable is declared as the translation of a catalog. */
function isTranslation({ id }: ESTree.VariableDeclarator): boolean {
  const type = id.typeAnnotation?.typeAnnotation;
  return (
    type?.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Translation"
  );
}

/** The source of an object as a list of its values, in the order in which JavaScript tells them; that of others as it is. */
function listOf(code: string, value: ESTree.Expression): string {
  if (value.type === "TSAsExpression") return listOf(code, value.expression);
  if (value.type !== "ObjectExpression") return code.slice(value.start, value.end);
  const values = entriesOf(code, value).map(([name, one]) => [name, listOf(code, one)]);
  return `[${Object.values(Object.fromEntries(values)).join(",")}]`;
}

/** The source of an object with its names, and with 0 in the place of each text, or [] in that of each list of texts. */
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
