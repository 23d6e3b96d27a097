import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import type { ESTree } from "rolldown/utils";

/** The name of a language's folder. */
const LANGUAGE = /^[a-z]{2}$/;

/**
 * Leaves the names of the texts out of translations, a quarter of what these weigh: the English catalog has them, in the same
 * order. The client gives them back (`named`, src/web/words/language/choose-words.ts).
 */
export const namelessTranslations: Plugin = {
  name: "translations",
  transform: {
    filter: { id: /\/src\/web\/words\/[a-z]{2}\// },
    handler(code) {
      const exported = this.parse(code, { lang: "ts" }).body.flatMap((statement) =>
        statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "VariableDeclaration"
          ? statement.declaration.declarations
          : [],
      );
      let short = code;
      for (const { init } of exported.filter(isTranslation).reverse())
        if (init !== null) short = short.slice(0, init.start) + listOf(code, init) + short.slice(init.end);
      return short;
    },
  },
};

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
  const source = ({ start, end }: ESTree.Span) => code.slice(start, end);
  if (value.type !== "ObjectExpression") return source(value);
  const values = value.properties.map((property) => {
    if (property.type !== "Property" || property.method || property.computed)
      throw new Error(`a translation has no such entries: ${source(property)}`);
    const name = property.key.type === "Literal" ? String(property.key.value) : source(property.key);
    return [name, listOf(code, property.value)];
  });
  return `[${Object.values(Object.fromEntries(values)).join(",")}]`;
}
