import { globSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "rolldown";
import { expect, test } from "vitest";
import { englishSettings, namelessTranslations } from "../../src/cli/build-web-client/translations.ts";
import { root } from "./support/server.ts";

type Texts = Readonly<Record<string, unknown>>;
type Translate = (name: string, english: Texts) => Texts;

/** A program with all settings catalogs, which finds their texts like the client. */
interface Program {
  readonly translateBy: (translate: Translate) => void;
  readonly named: (english: unknown, texts: unknown) => Texts;
  readonly english: Texts;
  readonly german: Texts;
  readonly catalogs: readonly Readonly<Record<string, () => Texts>>[];
}

const words = join(root, "src/web/words");
const files = globSync("settings/*/*.ts", { cwd: words }).filter((file) => !file.endsWith("/import.ts"));

async function programBuiltBy(plugins: Plugin[]): Promise<Program> {
  const code = [
    ...files.map((file, at) => `import * as c${at} from "${words}/${file}";`),
    `export const catalogs = [${files.map((_, at) => `c${at}`)}];`,
    `export { translateBy } from "${words}/catalog.ts";`,
    `export { named } from "${words}/language/named.ts";`,
    `export * as english from "${words}/settings/english.ts";`,
    `export * as german from "${words}/de/settings.ts";`,
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

/** The catalogs by name, with each function replaced by its number of parameters. */
function textsOf({ translateBy, catalogs, named }: Program, translations: Texts): Texts {
  const found: Record<string, unknown> = {};
  translateBy((name, own) => {
    found[name] = plain(named(own, translations[name]));
    return own;
  });
  for (const ask of catalogs.flatMap((one) => Object.values(one))) ask();
  return found;
}

function plain(value: unknown): unknown {
  if (typeof value === "function") return value.length;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

test("the settings catalogs have the same texts when English is in a separate script", async () => {
  const [whole, split] = await Promise.all([programBuiltBy([]), programBuiltBy([englishSettings])]);
  expect(Object.keys(split.english).length).toBeGreaterThan(30);
  expect(textsOf(split, split.english)).toEqual(textsOf(whole, whole.english));
});

test("a translation without keys gets those of the English texts, even if cast", async () => {
  const [whole, split] = await Promise.all([
    programBuiltBy([]),
    programBuiltBy([englishSettings, namelessTranslations]),
  ]);
  expect(textsOf(split, split.german)).toEqual(textsOf(whole, whole.german));
});
