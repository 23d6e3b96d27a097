import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parse } from "smol-toml";
import { SETTINGS } from "../../config/settings.ts";
import { isSecretIn, isTable, SETTINGS_FILE, type SettingsFile } from "../settings/settings-file.ts";

type Table = Record<string, unknown>;

/** File that points wrangler's own commands, when run without --config, to the last deploy's configuration. */
const REDIRECT = "config.json";

/**
 * Applies parley.toml's settings on top of a wrangler configuration.
 *
 * @param root the folder that the paths in that configuration are relative to
 * @param folder the folder that the paths in the result are relative to
 */
export function layOver(
  base: Table,
  file: Pick<SettingsFile, "given" | "wrangler">,
  { root, folder }: { root: string; folder: string },
): Table {
  const given = [...file.given].filter(
    ([name, { text }]) => SETTINGS[name].where !== "machine" && !isSecretIn(name, text),
  );
  const vars = Object.fromEntries(given.map(([name, { text }]) => [name, text]));
  const { main, assets, build, d1_databases = [], ...rest } = merged(merged(base, file.wrangler), { vars });
  const moved = (path: string) => relative(folder, resolve(root, path)).replaceAll("\\", "/");
  const inFolder = (table: unknown, key: string, otherwise?: string) => {
    const path = isTable(table) ? (table[key] ?? otherwise) : undefined;
    return isTable(table) && typeof path === "string" ? { ...table, [key]: moved(path) } : table;
  };
  return {
    ...rest,
    ...(typeof main === "string" && { main: moved(main) }),
    ...(assets !== undefined && { assets: inFolder(assets, "directory") }),
    // A build's folder is relative to where wrangler runs.
    ...(isTable(build) && { build: { ...build, cwd: resolve(root, String(build["cwd"] ?? ".")) } }),
    d1_databases: Array.isArray(d1_databases)
      ? d1_databases.map((database) => inFolder(database, "migrations_dir", "migrations"))
      : d1_databases,
  };
}

/** Tables are merged, and so are lists of bindings, by name. Everything else is replaced. */
function merged(base: Table, over: Table): Table {
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    if (isTable(before) && isTable(value)) result[key] = merged(before, value);
    else if (isBindings(before) && isBindings(value)) result[key] = mergedBindings(before, value);
    else result[key] = value;
  }
  return result;
}

function mergedBindings(before: readonly Binding[], over: readonly Binding[]): Binding[] {
  const isSame = (one: Binding, other: Binding) => one.binding === other.binding;
  return [
    ...before.map((one) => ({ ...one, ...over.find((other) => isSame(one, other)) })),
    ...over.filter((other) => !before.some((one) => isSame(one, other))),
  ];
}

type Binding = Table & { readonly binding: string };

const isBindings = (value: unknown): value is Binding[] =>
  Array.isArray(value) && value.every((one) => isTable(one) && typeof one["binding"] === "string");

/**
 * Writes the configuration to deploy. If it is made from `parley.toml` and `wrangler.toml`, wrangler's own commands,
 * such as `npx wrangler secret put`, then use it, too.
 *
 * @returns its path
 */
export function writeConfiguration(wranglerFile: string, file: SettingsFile | undefined): string {
  const base = resolve(wranglerFile);
  const folder = join(dirname(base), ".wrangler/deploy");
  if (file === undefined) {
    rmSync(join(folder, REDIRECT), { force: true });
    return wranglerFile;
  }
  const text = readFileSync(base, "utf8");
  const given = base.endsWith(".toml") ? parse(text) : JSON.parse(text);
  const result = join(folder, `${basename(file.path, ".toml")}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(result, `${JSON.stringify(layOver(given, file, { root: dirname(base), folder }), null, 2)}\n`);
  if (basename(base) === "wrangler.toml" && resolve(file.path) === join(dirname(base), SETTINGS_FILE))
    writeFileSync(join(folder, REDIRECT), `${JSON.stringify({ configPath: basename(result) })}\n`);
  return result;
}
