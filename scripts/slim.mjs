// Makes installed packages smaller by what only those need who develop: headers, pages of manuals, maps of sources, types, and
// the symbols of programs. Of some 380 MB, 280 are left.
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const UNUSED = /\.(map|d\.[cm]?ts)$/;
/** Programs of packages, each in a folder named for the machine that it is for. */
const PROGRAMS = [
  { folder: "", package: /^node-(bin-)?(linux|darwin)-/, program: "bin/node" },
  { folder: "@cloudflare", package: /^workerd-/, program: "bin/workerd" },
];

/** @param {string} modules a folder node_modules */
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
 * Cuts off what follows the loaded part of a Linux program of 64 bits, symbols above all, as `strip` does, which few machines have. A
 * program that does not run then stays as it was, and so do those of other systems.
 *
 * @param {string} file
 */
export function strip(file) {
  if (!existsSync(file)) return;
  const whole = readFileSync(file);
  const isElf = whole.readUInt32BE(0) === 0x7f454c46 && whole[4] === 2 && whole[5] === 1;
  if (!isElf) return;
  // The table of segments, whose places in the file and sizes there are at 8 and 32 of each.
  const [table, size, count] = [Number(whole.readBigUInt64LE(32)), whole.readUInt16LE(54), whole.readUInt16LE(56)];
  let end = table + size * count;
  for (let at = table; at < table + size * count; at += size)
    end = Math.max(end, Number(whole.readBigUInt64LE(at + 8) + whole.readBigUInt64LE(at + 32)));
  const loaded = Buffer.from(whole.subarray(0, end));
  // No table of sections: its place, the number of its entries, and which of them has their names.
  loaded.writeBigUInt64LE(BigInt(0), 40);
  loaded.writeUInt16LE(0, 60);
  loaded.writeUInt16LE(0, 62);
  const part = file + ".part";
  writeFileSync(part, loaded);
  chmodSync(part, 0o755);
  if (spawnSync(part, ["--version"]).status === 0) renameSync(part, file);
  else rmSync(part, { force: true });
}
