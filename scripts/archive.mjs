// Makes release archives of the current state, each with a list of its parts: npm run archive [-- FOLDER] [--system
// linux-arm64]... [--deb]. The folder is dist/release by default, and should contain nothing else; the default system
// is the one this runs on. With --deb, also makes Debian packages of the archives for Linux.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeArchive, OWN_SYSTEM } from "./release/archive.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = /** @type {const} */ ({ system: { type: "string", multiple: true }, deb: { type: "boolean" } });
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [target = join(root, "dist/release")] = positionals;
for (const system of values.system ?? [OWN_SYSTEM])
  for (const file of await makeArchive(root, target, system, values)) console.log(join(target, file));
writeChecksums(target);

/** Writes the checksums of the files in the format of sha256sum -c. @param {string} folder */
function writeChecksums(folder) {
  const files = readdirSync(folder).filter((name) => /\.(tgz|json|deb)$/.test(name));
  const sumOf = (/** @type {string} */ name) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  writeFileSync(join(folder, "SHA256SUMS"), files.map((name) => `${sumOf(name)}  ${name}\n`).join(""));
}
