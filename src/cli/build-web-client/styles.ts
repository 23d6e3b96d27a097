import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "lightningcss";
import type { ModuleInfo } from "rolldown";
import type { BuiltFile } from "./file-table.ts";
import { hashedFile, readBytes } from "./hashed-file.ts";

type Modules = (id: string) => ModuleInfo | null;

/**
 * Splits the styles into those the page waits for and those loaded later. Each source is in one of them, in the
 * program's import order.
 */
export function stylesOf(modules: Modules, entry: string) {
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

function stylesFrom(entry: string, importsOf: (id: string) => readonly string[] | undefined) {
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const next of importsOf(id) ?? []) visit(next);
  };
  visit(entry);
  return [...seen].filter((id) => id.endsWith(".css"));
}

/** Combines several styles into one file, minified by Lightning CSS, because Rolldown only builds scripts. */
function oneStyle(name: string, paths: readonly string[]) {
  const code = Buffer.concat(paths.map((path) => readFileSync(path)));
  return hashedFile(name, transform({ filename: name, code, minify: true }).code);
}

/**
 * Style of formulas, loaded by pages that show one: the stylesheet of the KaTeX version the server renders with, and
 * its fonts in the one format that all browsers support.
 */
export function mathStyle(root: string) {
  const folder = "node_modules/katex/dist";
  const fonts: BuiltFile[] = [];
  const style = readFileSync(join(root, folder, "katex.min.css"), "utf8")
    .replace(/,url\([^)]*\.(woff|ttf)\) format\("\w+"\)/g, "")
    .replace(/url\((fonts\/[^)]+)\)/g, (_, path) => {
      const font = hashedFile(path, readBytes(root, `${folder}/${path}`));
      fonts.push(font);
      return `url(${font.path})`;
    });
  return { style: hashedFile("math.css", new TextEncoder().encode(style)), fonts };
}
