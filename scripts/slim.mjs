// Shrinks installed packages by removing what only developers need: headers, manual pages, sources, types, and symbols
// of executables. About 290 of 450 MB remain. Runs under whatever Node the user has, before anything is
// installed: built-ins only, no recent syntax.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const UNUSED = /\.(map|flow|[cm]?ts)$/;
/** Unused parts of packages: a generator of types, and a page that shows stored data. */
const UNUSED_PARTS = ["workerd/worker.mjs", "miniflare/dist/local-explorer-ui"];
/** Executables of packages, each in a folder named after its platform. */
const PROGRAMS = [
  { folder: "", package: /^node-(bin-)?(linux|darwin)-/, program: "bin/node" },
  { folder: "@cloudflare", package: /^workerd-/, program: "bin/workerd" },
];

/** @param {string} modules a node_modules folder */
export function slim(modules) {
  for (const { folder, package: name, program } of PROGRAMS) {
    const within = join(modules, folder);
    for (const each of existsSync(within) ? readdirSync(within) : []) {
      if (!name.test(each)) continue;
      for (const beside of ["include", "share", "CHANGELOG.md"])
        rmSync(join(within, each, beside), { recursive: true, force: true });
      strip(join(within, each, program));
    }
  }
  for (const part of UNUSED_PARTS) rmSync(join(modules, part), { recursive: true, force: true });
  removeUnused(modules);
}

/** @param {string} directory */
function removeUnused(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) removeUnused(path);
    else if (entry.isFile() && UNUSED.test(entry.name)) rmSync(path);
  }
}

/**
 * Cuts off everything after the loaded part of a 64-bit Linux executable, mainly symbols, like `strip`, which few
 * machines have. Leaves the file unchanged if the result doesn't run, or for other systems.
 *
 * @param {string} file
 */
export function strip(file) {
  if (!existsSync(file)) return;
  const whole = readFileSync(file);
  const isElf = whole.readUInt32BE(0) === 0x7f454c46 && whole[4] === 2 && whole[5] === 1;
  if (!isElf) return;
  // The segment table: each entry has its file offset at 8 and its size at 32.
  const [table, size, count] = [Number(whole.readBigUInt64LE(32)), whole.readUInt16LE(54), whole.readUInt16LE(56)];
  let end = table + size * count;
  for (let at = table; at < table + size * count; at += size)
    end = Math.max(end, Number(whole.readBigUInt64LE(at + 8) + whole.readBigUInt64LE(at + 32)));
  const loaded = Buffer.from(whole.subarray(0, end));
  // Removes the section table: its offset, its number of entries, and the index of the section names.
  loaded.writeBigUInt64LE(BigInt(0), 40);
  loaded.writeUInt16LE(0, 60);
  loaded.writeUInt16LE(0, 62);
  const part = file + ".part";
  writeFileSync(part, loaded);
  chmodSync(part, 0o755);
  if (spawnSync(part, ["--version"]).status === 0) renameSync(part, file);
  else rmSync(part, { force: true });
}
