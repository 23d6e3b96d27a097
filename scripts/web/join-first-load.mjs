import { createHash } from "node:crypto";

/** @typedef {{ path: string, text: string }} Script */

/**
 * Joins what the page needs at first into one script. esbuild makes a chunk of whatever several entries share, in dozens
 * for a program with many parts that are loaded later: each a request, and each compressed by itself.
 *
 * The parts then import from the one script what they imported from the chunks. As it names them too, none of the names
 * can be made of the contents alone: all have a hash of all scripts.
 *
 * @param {typeof import("esbuild")} esbuild
 * @param {readonly Script[]} scripts all of them, as esbuild has made them: beside each other
 * @param {readonly string[]} first the entry, and what it imports
 * @returns {Promise<{ scripts: Script[], entry: string }>}
 */
export async function joinFirstLoad(esbuild, scripts, first) {
  const [entry = ""] = first;
  const later = scripts.filter(({ path }) => !first.includes(path));
  const keys = new Map(first.map((path, index) => [path, `_${index}`]));
  /** @type {Map<string, Set<string>>} */
  const used = new Map();
  const parts = later.map(({ path, text }) => ({ path, text: redirectImports(text, { entry, keys, used }) }));
  const joined = { path: entry, text: await join(esbuild, scripts, { entry, keys, used }) };
  return named([joined, ...parts], entry);
}

/** @typedef {{ entry: string, keys: ReadonlyMap<string, string>, used: Map<string, Set<string>> }} Joining */

/**
 * A part of the program that imports from the joined script what it imported from the chunks in it, under names that
 * tell the chunks apart; `used` collects them.
 *
 * @param {string} text
 * @param {Joining} joining
 */
function redirectImports(text, { entry, keys, used }) {
  return text.replace(/import(?:\{([^}]*)\}from)?"(\/w\/[^"]+)";/g, (statement, list, path) => {
    const key = keys.get(path);
    if (key === undefined) return statement;
    if (list === undefined) return "";
    const names = String(list)
      .split(",")
      .map((one) => one.split(" as "));
    for (const [name = ""] of names) used.set(path, (used.get(path) ?? new Set()).add(name));
    const renamed = names.map(([name = "", local = name]) => `${name}${key} as ${local}`);
    return `import{${renamed.join(",")}}from"${entry}";`;
  });
}

/**
 * @param {typeof import("esbuild")} esbuild
 * @param {readonly Script[]} scripts
 * @param {Joining} joining
 */
async function join(esbuild, scripts, { entry, keys, used }) {
  const exported = [...used].map(([path, names]) => {
    const list = [...names].sort().map((name) => `${name} as ${name}${keys.get(path)}`);
    return `export{${list.join(",")}}from"${path}";`;
  });
  const { outputFiles } = await esbuild.build({
    stdin: { contents: [`import"${entry}";`, ...exported].join("\n") },
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: "es2024",
    logLevel: "error",
    plugins: [
      {
        name: "made",
        setup(build) {
          build.onResolve({ filter: /^\/w\// }, ({ path, kind }) =>
            kind === "dynamic-import" ? { path, external: true } : { path, namespace: "made" },
          );
          build.onLoad({ filter: /./, namespace: "made" }, ({ path }) => {
            const text = scripts.find((script) => script.path === path)?.text;
            return text === undefined ? null : { contents: text, loader: "js" };
          });
        },
      },
    ],
  });
  return outputFiles.map(({ text }) => text).join("");
}

/**
 * @param {readonly Script[]} scripts
 * @param {string} entry
 */
function named(scripts, entry) {
  const hash = createHash("sha256");
  for (const { path, text } of scripts) hash.update(path).update("\0").update(text).update("\0");
  const whole = hash.digest("hex");
  const names = new Map(scripts.map(({ path }) => [path, newName(path, whole)]));
  /** @param {string} path */
  const nameOf = (path) => {
    const name = names.get(path);
    if (name === undefined) throw new Error(`a script names ${path}, which there is no more`);
    return name;
  };
  return {
    entry: nameOf(entry),
    scripts: scripts.map(({ path, text }) => ({
      path: nameOf(path),
      text: text.replace(/"(\/w\/[\w-]+\.[0-9A-Z]{8}\.js)"/g, (_, other) => `"${nameOf(other)}"`),
    })),
  };
}

/** @param {string} path @param {string} whole */
function newName(path, whole) {
  const [name] = path.split(".");
  return `${name}.${createHash("sha256").update(whole).update(path).digest("hex").slice(0, 8).toUpperCase()}.js`;
}
