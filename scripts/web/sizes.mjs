// Prints the sizes of the web client's scripts, and the contents of the page's first load: node scripts/web/sizes.mjs
// [NAME]. With a name, prints the files that import files with that name instead.
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { bundleProgram } from "../../src/cli/build-web-client/programs.ts";
import { languageOf } from "../../src/cli/build-web-client/translations.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { files, script, sources, imports } = await bundleProgram(root, { licenses: "", converter: "", encryption: "" });
const firstLoad = sources.get(script) ?? new Map();

const [, , name] = process.argv;
if (name === undefined) printSizes();
else printImporters(name);

function printSizes() {
  const packed = files
    .filter(({ path }) => path.endsWith(".js") || path.endsWith(".css"))
    .map(({ path, bytes }) => ({ path, size: brotliCompressSync(bytes).length }))
    .sort((a, b) => b.size - a.size);
  const scripts = packed.filter(({ path }) => path.endsWith(".js"));
  const sum = (/** @type {readonly { size: number }[]} */ some) => some.reduce((all, { size }) => all + size, 0);
  const inGerman = scripts.filter(({ path }) => (languageOf(path) ?? "de") === "de");
  console.log("compressed (brotli):");
  for (const { path, size } of packed) console.log(line(size, path === script ? `${path}, the first load` : path));
  console.log(line(sum(scripts), "all scripts"));
  console.log(line(sum(inGerman), "all scripts of one language, German"));
  console.log("in the first load (before compression):");
  for (const [path, size] of largest(byFolder(firstLoad))) console.log(line(size, `${path}/`));
  for (const [path, size] of largest(firstLoad)) console.log(line(size, path));
}

/** @param {string} wanted */
function printImporters(wanted) {
  for (const { from, to, isLazy } of imports.filter(({ to }) => to.includes(wanted))) {
    console.log(`${isLazy ? "on use" : firstLoad.has(from) ? "first " : "later "}  ${from} -> ${to}`);
  }
}

/** @param {ReadonlyMap<string, number>} sizes */
function byFolder(sizes) {
  /** @type {Map<string, number>} */
  const folders = new Map();
  for (const [path, size] of sizes) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    folders.set(folder, (folders.get(folder) ?? 0) + size);
  }
  return folders;
}

/** @param {ReadonlyMap<string, number>} sizes */
function largest(sizes) {
  return [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 25);
}

/** @param {number} size @param {string} what */
function line(size, what) {
  return `${String(size).padStart(8)}  ${what}`;
}
