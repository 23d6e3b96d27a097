import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "lightningcss";
import { hashedFile, readBytes } from "./hashed-file.mjs";

/** What the bundler knows of a source, by its path. @typedef {(id: string) => import("rolldown").ModuleInfo | null} Modules */

/**
 * The styles that the page waits for, and those of what is loaded later: each source in one of them, in the order in
 * which the program imports it.
 *
 * @param {Modules} modules
 * @param {string} entry
 */
export function stylesOf(modules, entry) {
  const first = stylesFrom(entry, (id) => modules(id)?.importedIds);
  const all = stylesFrom(entry, (id) => modules(id)?.importedIds.concat(modules(id)?.dynamicallyImportedIds ?? []));
  return {
    first: oneStyle("main.css", first),
    later: oneStyle(
      "later.css",
      all.filter((path) => !first.includes(path)),
    ),
  };
}

/** @param {string} entry @param {(id: string) => readonly string[] | undefined} importsOf */
function stylesFrom(entry, importsOf) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} id */
  const visit = (id) => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const next of importsOf(id) ?? []) visit(next);
  };
  visit(entry);
  return [...seen].filter((id) => id.endsWith(".css"));
}

/**
 * Several styles as one file. Rolldown makes scripts alone, so that the styles are shortened by Lightning CSS.
 *
 * @param {string} name @param {readonly string[]} paths
 */
function oneStyle(name, paths) {
  const code = Buffer.concat(paths.map((path) => readFileSync(path)));
  return hashedFile(name, transform({ filename: name, code, minify: true }).code);
}

/**
 * How formulas look, which a page loads that shows one: the style of the KaTeX with which the server makes them, and its
 * fonts, in the one format that all browsers know.
 *
 * @param {string} root
 */
export function mathStyle(root) {
  const folder = "node_modules/katex/dist";
  /** @type {import("./file-table.mjs").BuiltFile[]} */
  const fonts = [];
  const style = readFileSync(join(root, folder, "katex.min.css"), "utf8")
    .replace(/,url\([^)]*\.(woff|ttf)\) format\("\w+"\)/g, "")
    .replace(/url\((fonts\/[^)]+)\)/g, (_, path) => {
      const font = hashedFile(path, readBytes(root, `${folder}/${path}`));
      fonts.push(font);
      return `url(${font.path})`;
    });
  return { style: hashedFile("math.css", new TextEncoder().encode(style)), fonts };
}
