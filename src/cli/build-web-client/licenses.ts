import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hashedFile, readBytes } from "./hashed-file.ts";

/** Code copied into the sources, with the file of its license. */
export const COPIED = [{ name: "lucide (icons)", file: "src/web/parts/icon-paths.license.txt" }];

/** Packages that bundle and run the program on your own machine, and aren't part of it. */
const BESIDE = new Set(["lightningcss", "miniflare", "rolldown"]);

/**
 * Collects the licenses of all libraries in the program, in the browser and on the server, because their terms require
 * them to be passed on.
 */
export function licensesFile(root: string) {
  const text = new TextDecoder();
  const read = (path: string) => text.decode(readBytes(root, path)).trim();
  const libraries = withTheirs(root, librariesOf(root));
  const parts = libraries.map((name) => {
    const directory = `node_modules/${name}`;
    const { version, license } = JSON.parse(read(`${directory}/package.json`));
    const file = readdirSync(join(root, directory)).find((one) => /^licen[cs]e/i.test(one));
    return `${name} ${version} (${license})\n\n${file === undefined ? "" : read(`${directory}/${file}`)}`;
  });
  for (const { name, file } of COPIED) parts.push(`${name}\n\n${read(file)}`);
  return hashedFile("licenses.txt", new TextEncoder().encode(`${parts.join(`\n\n${"-".repeat(72)}\n\n`)}\n`));
}

export function librariesOf(root: string) {
  const { dependencies } = JSON.parse(new TextDecoder().decode(readBytes(root, "package.json")));
  return Object.keys(dependencies).filter((name) => !BESIDE.has(name));
}

/** Adds the libraries' own dependencies. */
function withTheirs(root: string, names: readonly string[]) {
  const all = new Set(names);
  for (const name of all) {
    const { dependencies = {} } = JSON.parse(
      new TextDecoder().decode(readBytes(root, `node_modules/${name}/package.json`)),
    );
    for (const one of Object.keys(dependencies)) all.add(one);
  }
  return [...all].sort();
}
