import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";

/** The folder is outside the project, so that checkouts share it. */
const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "parley");

/** @typedef {{ name: string, version: string, integrity: string }} Pinned */

/**
 * Returns the directory prepared from an npm package that only tests and pictures need. The package is fetched once,
 * with npm, which uses the configured registry. Rejects if the package doesn't match the pinned hash.
 *
 * @param {Pinned} pinned
 * @param {(from: string, to: string) => Promise<void>} prepare creates the directory from the package's unpacked files
 */
export async function fetchPackage({ name, version, integrity }, prepare) {
  const made = join(CACHE, `${basename(name)}-${version}`);
  if (existsSync(made)) return made;
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, "part-"));
  try {
    const archive = join(work, pack(`${name}@${version}`, work));
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== integrity) throw new Error(`${name}@${version} is not what it was: ${found}`);
    unpack(archive, work);
    const target = join(work, "made");
    mkdirSync(target);
    await prepare(join(work, "package"), target);
    moveInto(target, made);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return made;
}

/** @param {string} name @param {string} directory */
function pack(name, directory) {
  console.log(`Parley: fetching ${name}, once`);
  const args = ["pack", name, "--silent", "--pack-destination", directory];
  execFileSync("npm", args, { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
  const [file] = readdirSync(directory);
  if (file === undefined) throw new Error(`npm did not fetch ${name}`);
  return file;
}

/** @param {string} archive @param {string} directory */
export function unpack(archive, directory) {
  execFileSync("tar", ["xf", archive, "-C", directory]);
}

/**
 * Moves a complete directory into place. Another process may have been faster.
 *
 * @param {string} from
 * @param {string} to
 */
function moveInto(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
