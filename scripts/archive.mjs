// Makes a release archive of the current state, for the system this runs on, with the list of its parts: npm run
// archive [-- FOLDER]. The folder is dist/release by default, and gets nothing else.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeArchive } from "./release/archive.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = process.argv[2] ?? join(root, "dist/release");
for (const file of await makeArchive(root, target)) console.log(join(target, file));
writeChecksums(target);

/** In the format of sha256sum -c. @param {string} folder */
function writeChecksums(folder) {
  const files = readdirSync(folder).filter((name) => /\.(tgz|json)$/.test(name));
  const sumOf = (/** @type {string} */ name) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  writeFileSync(join(folder, "SHA256SUMS"), files.map((name) => `${sumOf(name)}  ${name}\n`).join(""));
}
