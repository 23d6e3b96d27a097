import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "rolldown";
import { expect, test } from "vitest";
import { translations } from "../../src/cli/build-web-client/translations.ts";
import { root } from "./support/server.ts";

type Lists = Readonly<Record<string, readonly string[]>>;

/** A program with all settings catalogs and the scripts of two languages. */
interface Program {
  readonly translateBy: (translate: (name: string) => readonly string[] | undefined) => void;
  readonly english: { readonly default?: Lists };
  readonly german: Lists;
  readonly catalogs: readonly Readonly<Record<string, () => unknown>>[];
}

const words = join(root, "src/web/words");
const files = globSync("settings/*/*.ts", { cwd: words }).filter((file) => !file.endsWith("/import.ts"));

async function programBuiltBy(plugins: Plugin[]): Promise<Program> {
  const code = [
    ...files.map((file, at) => `import * as c${at} from "${words}/${file}";`),
    `export const catalogs = [${files.map((_, at) => `c${at}`)}];`,
    `export { translateBy } from "${words}/catalog.ts";`,
    `export * as english from "${words}/settings/english.ts";`,
    `export { default as german } from "${words}/de/settings.json";`,
  ];
  const entry: Plugin = {
    name: "entry",
    resolveId: (id) => (id === "entry.ts" ? join(root, id) : null),
    load: (id) => (id === join(root, "entry.ts") ? code.join("\n") : null),
  };
  const { output } = await build({
    cwd: root,
    input: "entry.ts",
    write: false,
    tsconfig: false,
    transform: { typescript: { onlyRemoveTypeImports: true } },
    plugins: [entry, ...plugins],
    output: { codeSplitting: false, minify: true },
  });
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
}

/** Formats the texts of all catalogs, by path, with numbers as parameters, because every kind of parameter accepts them. */
function textsOf({ translateBy, catalogs }: Program, lists: Lists = {}): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let catalog = "";
  const add = (value: unknown, path: string): void => {
    if (typeof value === "object" && value !== null)
      for (const [key, one] of Object.entries(value)) add(one, `${path}.${key}`);
    else found.set(path, typeof value === "function" ? value(1, 2, 3, 4) : String(value));
  };
  translateBy((name) => {
    catalog = name;
    return lists[name];
  });
  for (const ask of catalogs.flatMap((one) => Object.values(one))) {
    const said = ask();
    add(said, catalog);
  }
  return found;
}

test("the settings catalogs return the same texts from built language scripts as from the sources", async () => {
  const [whole, split] = await Promise.all([programBuiltBy([]), programBuiltBy([translations(root)])]);
  const english = textsOf(split, split.english.default);
  expect(english.size).toBeGreaterThan(1000);
  expect(english).toEqual(textsOf(whole));
  const source: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(words, "de/settings.json"), "utf8"));
  const german = textsOf(split, split.german);
  expect(Object.values(split.german).flat()).toHaveLength(Object.keys(source).length);
  const plain = Object.entries(source).filter(([path, text]) => !text.includes("{") && german.has(path));
  expect(plain.length).toBeGreaterThan(1000);
  expect(plain.filter(([path, text]) => german.get(path) !== text)).toEqual([]);
});
