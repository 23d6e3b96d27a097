// Installs the dependencies when node_modules is not what the lock file says.
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
// npm's own record of what it installed, written last.
const record = join(root, "node_modules", ".package-lock.json");

const reason = whyInstall();
if (reason) install();

function whyInstall() {
  const installed = packagesOf(record);
  if (!installed) return "nothing is installed yet";
  const wanted = packagesOf(join(root, "package-lock.json"));
  for (const path of Object.keys(wanted)) {
    if (path === "" || (!installed[path] && mayBeAbsent(wanted[path]))) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (!installed[path]) return name + " is missing";
    if (installed[path].integrity !== wanted[path].integrity) return name + " is not " + wanted[path].version;
  }
  return null;
}

// Packages for other machines are left out. So are the dependencies of such packages, which do not say so themselves,
// and those for one C library, which is not simple to ask for.
/** @param {{ optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} entry */
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

function install() {
  console.log("Parley: installing dependencies (" + reason + "). This takes a moment, once.");
  // Without the record, an installation that is interrupted is begun again.
  rmSync(record, { force: true });
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);

  const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { cwd: root, stdio: "inherit" };
  // The npm that runs this script, where one does: another on the PATH may be older.
  const npm = process.env["npm_execpath"];
  const child =
    npm && /npm-cli\.c?js$/.test(npm)
      ? spawn(process.execPath, [npm].concat(flags), options)
      : spawn("npm", flags, options);

  // On a terminal, npm itself shows that it is at work.
  const timer = setInterval(
    () => process.stderr.isTTY || console.log("Parley: still installing, " + seconds() + " s"),
    5000,
  );
  child.on("error", (error) => console.error("Parley: npm does not run (" + error.message + ")."));
  child.on("close", (status) => {
    clearInterval(timer);
    if (status === 0) {
      console.log("Parley: installed in " + seconds() + " s.");
      checkNode();
    } else {
      console.error("Parley: the installation failed; the lines above say why.");
      process.exitCode = status || 1;
    }
  });
}

/** The Node that is installed runs the rest, if it runs; a minimal system may lack a library that it needs. */
function checkNode() {
  const node = join(root, "node_modules", ".bin", "node");
  const tried = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (tried.status === 0) return;
  // The next one on the PATH is this one.
  rmSync(node, { force: true });
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return;
  // The next start comes here again.
  rmSync(record, { force: true });
  console.error("Parley: the Node that was installed does not run: " + (tried.stderr || String(tried.error)).trim());
  if (/libatomic/.test(tried.stderr || ""))
    console.error("Parley: install it, on Debian by: apt-get install libatomic1");
  process.exitCode = 1;
}
