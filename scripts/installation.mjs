// Lists the installed packages, and those of the lock file that are missing. Runs under whatever Node the user has,
// before anything is installed: built-ins only, no recent syntax.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
/** npm's own record of what it installed. npm writes it last. */
export const record = join(root, "node_modules", ".package-lock.json");

/**
 * @typedef {"node" | "program" | "everything"} Needs only Node; what the server runs with; development tools, too
 */
/** @typedef {{ version?: string, integrity?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], [field: string]: unknown }} Entry */

/** Packages that contain a Node. */
const NODE = /^(node_modules\/)?node-(bin-)?(linux|darwin)-/;

/**
 * Describes briefly what differs from the lock file, or returns null if everything needed is installed.
 *
 * @param {Needs} needs
 */
export function whatDiffers(needs) {
  const installed = packagesOf(record);
  if (!installed) return "nothing is installed";
  if (needs === "node") return null;
  const wanted = packagesOf(join(root, "package-lock.json"));
  const ofTools = partsOfTools(wanted);
  for (const path of Object.keys(wanted)) {
    const entry = wanted[path];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (path === "" || (needs === "program" && (!isOfProgram(path, entry) || ofTools.includes(name)))) continue;
    if (!installed[path] && mayBeAbsent(entry)) continue;
    if (!installed[path])
      return (isOfProgram(path, entry) ? name : "a tool of development (" + name + ")") + " is missing";
    if (installed[path].integrity !== entry.integrity) return name + " is not " + entry.version;
  }
  return null;
}

/**
 * Whether the server needs a package to run: not a development tool, and not a Node if the current one is recent
 * enough.
 *
 * @param {string} path
 * @param {Entry} entry
 */
function isOfProgram(path, entry) {
  return !entry.dev && !entry.devOptional && !(NODE.test(path) && isNewEnough(process.versions.node));
}

/**
 * Names of packages that only development tools depend on, but that the lock file only marks as optional, such as
 * TypeScript's package for this system.
 *
 * @param {Record<string, any>} packages
 */
function partsOfTools(packages) {
  const names = namesAsked(packages);
  return Array.from(names.byTools).filter((name) => !names.byProgram.has(name));
}

/** @param {Record<string, any>} packages */
function namesAsked(packages) {
  const names = { byProgram: new Set(), byTools: new Set() };
  for (const path of Object.keys(packages)) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    const asked = path === "" || isOfProgram(path, packages[path]) ? names.byProgram : names.byTools;
    for (const name of Object.keys(dependencies).concat(Object.keys(optionalDependencies))) asked.add(name);
  }
  return names;
}

export function hasTools() {
  const installed = packagesOf(record) || {};
  return Object.keys(installed).some((path) => installed[path].dev);
}

/** Returns the contents of package.json and the lock file reduced to what the server needs, in npm's format. */
export function filesOfProgram() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const each of [manifest, lock.packages[""] || {}]) {
    delete each.devDependencies;
    for (const name of Object.keys(each.optionalDependencies || {}))
      if (!isOfProgram(name, {})) delete each.optionalDependencies[name];
  }
  const { byProgram } = namesAsked(lock.packages);
  for (const path of Object.keys(lock.packages)) {
    const entry = lock.packages[path];
    if (path === "" || isOfProgram(path, entry)) continue;
    // npm refuses a lock file without the packages that a package of the program depends on for other machines.
    if (entry.devOptional && byProgram.has(path.slice("node_modules/".length))) {
      delete entry.devOptional;
      entry.optional = true;
    } else delete lock.packages[path];
  }
  return { "package.json": JSON.stringify(manifest), "package-lock.json": JSON.stringify(lock) };
}

// npm omits packages for other machines, and these packages' dependencies, although those aren't marked. It also omits
// packages for another C library, which is hard to detect.
/** @param {Entry} entry */
function mayBeAbsent(entry) {
  if (!entry.optional) return false;
  if (!entry.os || entry.libc) return true;
  return !entry.os.includes(process.platform) || Boolean(entry.cpu && !entry.cpu.includes(process.arch));
}

/** @param {string} file */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch (error) {
    if (error instanceof SyntaxError || /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Whether a version of Node runs TypeScript, the language of the commands, without a warning.
 *
 * @param {string} version
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 3) || (major === 22 && minor >= 18);
}
