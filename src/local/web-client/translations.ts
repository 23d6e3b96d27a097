import type { Plugin } from "rolldown";
import type { ESTree } from "rolldown/utils";

/**
 * Leaves the names of the texts out of translations, a quarter of what these weigh: the English catalog has them, in the same
 * order. The client gives them back (`named`, src/web/words/language/choose-words.ts).
 */
export const namelessTranslations: Plugin = {
  name: "translations",
  transform: {
    filter: { id: /\/src\/web\/words\/de\// },
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
