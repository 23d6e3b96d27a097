import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

/** A file that can be cached forever, because its name contains its content's hash. */
export function hashedFile(name: string, bytes: Uint8Array) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  return { path: `/w/${basename(name, extname(name))}.${hash}${extname(name)}`, bytes };
}

export const readBytes = (root: string, path: string) => new Uint8Array(readFileSync(join(root, path)));

/** Code copied into the sources, with the path of its license. */
export const COPIED = [{ name: "lucide (icons)", file: "src/web/parts/icon-paths.license.txt" }];

/** Packages that bundle the program, or run it on your own machine, but aren't part of it. */
const BESIDE = new Set(["lightningcss", "miniflare", "rolldown"]);

/**
 * Collects the licenses of all libraries in the program, in the browser and on the server, because their terms require
 * them to be passed on.
 */
export function licensesFile(root: string) {
  const text = new TextDecoder();
  const read = (path: string) => text.decode(readBytes(root, path)).trim();
  const libraries = withDependencies(root, librariesOf(root));
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

/** Returns the given libraries and everything they depend on, directly or indirectly. */
function withDependencies(root: string, names: readonly string[]) {
  const all = new Set(names);
  for (const name of all) {
    const { dependencies = {} } = JSON.parse(
      new TextDecoder().decode(readBytes(root, `node_modules/${name}/package.json`)),
    );
    for (const one of Object.keys(dependencies)) all.add(one);
  }
  return [...all].sort();
}
