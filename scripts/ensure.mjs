// Installs the dependencies if node_modules differs from the lock file. Installs into a second folder first, and
// replaces the old one only once that is complete. So an unreachable registry or a full disk never breaks a working
// program.
//
//   node scripts/ensure.mjs [program | everything]
//
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOfProgram, hasTools, isNewEnough, record, root, whatDiffers } from "./installation.mjs";
import { slim } from "./slim.mjs";

const installed = join(root, "node_modules");
const beside = join(root, ".parley-install");
const earlier = join(beside, "earlier");
const needs = process.argv[2] === "program" ? "program" : "everything";

try {
  // If the previous exchange was interrupted between its two steps, undo the first one.
  if (!existsSync(installed) && existsSync(earlier)) renameSync(earlier, installed);
  const reason = whatDiffers(needs);
  if (reason) install(reason);
} catch (error) {
  fail(error);
}

/** @param {string} reason */
function install(reason) {
  console.log("Parley: installing dependencies (" + reason + "). This takes a moment, once.");
  // If development tools are installed, they are kept.
  const isProgram = needs === "program" && !hasTools();
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside);
  for (const name of ["package.json", "package-lock.json", ".npmrc"])
    copyFileSync(join(root, name), join(beside, name));
  if (isProgram) {
    const files = filesOfProgram();
    for (const name of /** @type {const} */ (["package.json", "package-lock.json"]))
      writeFileSync(join(beside, name), files[name]);
  }
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);

  const flags = ["ci", "--prefix", beside, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { cwd: beside, stdio: "inherit" };
  // The npm that runs this script, if any: another one on the PATH may be older.
  const npm = process.env["npm_execpath"];
  const child =
    npm && /npm-cli\.c?js$/.test(npm)
      ? spawn(process.execPath, [npm].concat(flags), options)
      : spawn("npm", flags, options);

  // On a terminal, npm shows its own progress.
  const timer = setInterval(
    () => process.stderr.isTTY || console.log("Parley: still installing, " + seconds() + " s"),
    5000,
  );
  child.on("error", (error) => console.error("Parley: could not run npm (" + error.message + ")."));
  child.on("close", (status) => {
    clearInterval(timer);
    try {
      if (status !== 0) throw new Error("the lines above say why");
      if (isProgram) slim(join(beside, "node_modules"));
      exchange();
      console.log("Parley: installed in " + seconds() + " s.");
      checkNode();
    } catch (error) {
      fail(error);
    }
  });
}

/** Replaces the current installation with the new one. */
function exchange() {
  const isFirst = !existsSync(installed);
  if (!isFirst) renameSync(installed, earlier);
  try {
    renameSync(join(beside, "node_modules"), installed);
  } catch (error) {
    if (!isFirst) renameSync(earlier, installed);
    throw error;
  }
  rmSync(beside, { recursive: true, force: true });
}

/** @param {unknown} error */
function fail(error) {
  const kept = existsSync(record) ? ". What was installed before is as it was" : "";
  const { message } = /** @type {Error} */ (error);
  console.error("Parley: the installation failed: " + message + kept + ".");
  process.exitCode = 1;
  try {
    if (!existsSync(earlier) || existsSync(installed)) rmSync(beside, { recursive: true, force: true });
  } catch {
    // The next run removes the folder.
  }
}

/**
 * Checks that the installed Node works, because it runs everything else. A minimal system may lack a library that Node
 * needs.
 */
function checkNode() {
  const node = join(root, "node_modules", ".bin", "node");
  if (!existsSync(node)) return;
  const tried = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (tried.status === 0) return;
  // Without the installed Node, the current one is the next on the PATH.
  rmSync(node, { force: true });
  if (isNewEnough(process.versions.node)) return;
  // Without this file, the next start installs and checks again.
  rmSync(record, { force: true });
  console.error("Parley: the Node that was installed does not run: " + (tried.stderr || String(tried.error)).trim());
  if (/libatomic/.test(tried.stderr || ""))
    console.error("Parley: install it, on Debian by: apt-get install libatomic1");
  process.exitCode = 1;
}
