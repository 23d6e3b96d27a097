import { createHash } from "node:crypto";

/** @typedef {{ path: string, text: string }} Script */
/** @typedef {{ name: string, paths: readonly string[] }} Load */

/**
 * Joins scripts that are loaded together. esbuild makes a chunk of whatever several entries share, in dozens for a
 * program with many parts that are loaded later: each a request, and each compressed by itself.
 *
 * What is joined imports from other joined scripts what it imported from the chunks in them. As they name each other,
 * none of the names can be made of the contents alone: all have a hash of all scripts.
 *
 * @param {typeof import("esbuild")} esbuild
 * @param {readonly Script[]} scripts all of them, as esbuild has made them: beside each other
 * @param {readonly Load[]} loads each script in one of them, and importing, but on use, from it and those before it alone
 * @param {readonly string[]} beside paths of other scripts, which these may name
 * @returns {Promise<(Script & { name: string })[]>} a script for each load
 */
export async function joinScripts(esbuild, scripts, loads, beside) {
  const joined = loads.map(({ name, paths }) => ({ name, path: `/w/${name}.JOINED00.js`, paths }));
  const places = new Map(
    joined.flatMap(({ path, paths }, load) => paths.map((one, index) => [one, { path, load, key: `_${index}` }])),
  );
  /** @type {Joining} */
  const joining = { places, used: new Map(), taken: new Map() };
  const redirected = new Map(scripts.map(({ path, text }) => [path, redirectImports({ path, text }, joining)]));
  const texts = joined.map(({ paths }) => join(esbuild, redirected, { paths, joining }));
  const whole = (await Promise.all(texts)).map((text, index) => ({ ...named(joined[index]), text }));
  return renamed(withSharedNames(whole), beside);
}

/** @param {{ name: string, path: string } | undefined} load */
const named = (load) => ({ name: load?.name ?? "", path: load?.path ?? "" });

/**
 * Where each script is joined, and what tells its names there from those of others; which of its names others use ("*" is
 * all of them, for those who load it on use); and which names a load takes from which other one.
 *
 * @typedef {object} Joining
 * @property {ReadonlyMap<string, { path: string, load: number, key: string }>} places
 * @property {Map<string, Set<string>>} used
 * @property {Map<string, Set<string>>} taken
 */

/**
 * A script that imports from joined scripts what it imported from those of other loads: by way of a module that stands for
 * the other load, so that all that is joined with it imports each name once, and calls it alike.
 *
 * @param {Script} script
 * @param {Joining} joining
 */
function redirectImports({ path: importer, text }, { places, used, taken }) {
  const own = places.get(importer)?.load;
  return text
    .replace(/import(?:\{([^}]*)\}from)?"(\/w\/[^"]+)";/g, (statement, list, path) => {
      const place = places.get(path);
      if (place === undefined || place.load === own) return statement;
      if (own !== undefined && place.load > own) throw new Error(`${importer} imports ${path}, which is loaded later`);
      if (list === undefined) return `import"${place.path}";`;
      const names = String(list)
        .split(",")
        .map((one) => one.split(" as "));
      const module = `from ${own} ${place.path}`;
      for (const [name = ""] of names) {
        add(used, path, name);
        add(taken, module, `${name}${place.key}`);
      }
      const renamed = names.map(([name = "", local = name]) => `${name}${place.key} as ${local}`);
      return `import{${renamed.join(",")}}from"${module}";`;
    })
    .replace(/import\("(\/w\/[^"]+)"\)/g, (call, path) => {
      const place = places.get(path);
      if (place === undefined) return call;
      add(used, path, "*");
      return `import("${place.path}").then(e=>e.${place.key})`;
    });
}

/** @param {Map<string, Set<string>>} sets @param {string} key @param {string} name */
const add = (sets, key, name) => sets.set(key, (sets.get(key) ?? new Set()).add(name));

/**
 * @param {typeof import("esbuild")} esbuild
 * @param {ReadonlyMap<string, string>} texts
 * @param {{ paths: readonly string[], joining: Joining }} load
 */
async function join(esbuild, texts, { paths, joining: { places, used, taken } }) {
  const [entry = ""] = paths;
  const exported = paths.flatMap((path) => {
    const [key, names] = [places.get(path)?.key, [...(used.get(path) ?? [])].sort()];
    const list = names.filter((name) => name !== "*").map((name) => `${name} as ${name}${key}`);
    return [
      ...(list.length > 0 ? [`export{${list.join(",")}}from"${path}";`] : []),
      ...(names.includes("*") ? [`export*as ${key} from"${path}";`] : []),
    ];
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
          build.onResolve({ filter: /^from / }, ({ path }) => ({ path, namespace: "other" }));
          build.onLoad({ filter: /./, namespace: "other" }, ({ path }) => ({
            contents: `export{${[...(taken.get(path) ?? [])]}}from"${path.split(" ")[2]}";`,
          }));
          build.onResolve({ filter: /^\/w\// }, ({ path }) =>
            paths.includes(path) ? { path, namespace: "made" } : { path, external: true },
          );
          build.onLoad({ filter: /./, namespace: "made" }, ({ path }) => {
            const contents = texts.get(path);
            return contents === undefined ? null : { contents, loader: "js" };
          });
        },
      },
    ],
  });
  return withoutRepeats(outputFiles.map(({ text }) => text).join(""));
}

/** Each script that is joined brings the imports without names that it had: one of each is enough. @param {string} text */
function withoutRepeats(text) {
  /** @type {Set<string>} */
  const said = new Set();
  return text.replace(/import"\/w\/[^"]+";/g, (statement) => {
    if (said.has(statement)) return "";
    said.add(statement);
    return statement;
  });
}

/**
 * Names that go from one script to another are called there as in the first that imports them, so that this one, which
 * has most of them, says each but once.
 *
 * @param {readonly (Script & { name: string })[]} scripts
 */
function withSharedNames(scripts) {
  /** @type {Map<string, Map<string, string>>} */
  const shared = new Map(scripts.map(({ path }) => [path, new Map()]));
  /** @param {string} list */
  const pairs = (list) => list.split(",").map((one) => one.split(" as "));
  for (const { text } of scripts.toSorted((one, other) => other.text.length - one.text.length)) {
    for (const [, list = "", path = ""] of text.matchAll(/import\{([^}]*)\}from"([^"]+)"/g)) {
      const names = shared.get(path) ?? new Map();
      const given = new Set(names.values());
      for (const [name = "", local = name] of pairs(list)) {
        // One with "_" may be what another name is called already.
        if (!names.has(name) && !given.has(local) && !local.includes("_")) names.set(name, local);
      }
    }
  }
  return scripts.map(({ name, path, text }) => ({
    name,
    path,
    text: text
      .replace(/import\{([^}]*)\}from"([^"]+)"/g, (_, list, from) => {
        const names = pairs(list).map(([one = "", local = one]) => [shared.get(from)?.get(one) ?? one, local]);
        return `import{${names.map(([one, local]) => (one === local ? one : `${one} as ${local}`))}}from"${from}"`;
      })
      .replace(/export\{([^}]*)\}/g, (_, list) => {
        const names = pairs(list).map(([local = "", one = local]) => [local, shared.get(path)?.get(one) ?? one]);
        return `export{${names.map(([local, one]) => (one === local ? one : `${local} as ${one}`))}}`;
      }),
  }));
}

/** @param {readonly (Script & { name: string })[]} scripts @param {readonly string[]} beside */
function renamed(scripts, beside) {
  const hash = createHash("sha256");
  for (const { path, text } of scripts) hash.update(path).update("\0").update(text).update("\0");
  const whole = hash.digest("hex");
  const names = new Map(scripts.map(({ path }) => [path, newName(path, whole)]));
  /** @param {string} path */
  const nameOf = (path) => {
    const name = names.get(path) ?? beside.find((one) => one === path);
    if (name === undefined) throw new Error(`a script names ${path}, which there is no more`);
    return name;
  };
  return scripts.map(({ name, path, text }) => ({
    name,
    path: nameOf(path),
    text: text.replace(/"(\/w\/[\w-]+\.[0-9A-Z]{8}\.js)"/g, (_, other) => `"${nameOf(other)}"`),
  }));
}

/** @param {string} path @param {string} whole */
function newName(path, whole) {
  const [name] = path.split(".");
  return `${name}.${createHash("sha256").update(whole).update(path).digest("hex").slice(0, 8).toUpperCase()}.js`;
}
