// Hands a command of src/local to the Node that is installed, where this one is too old for it; another one goes on, and keeps
// what it compiles, without which each command would take a fifth of a second more, and a start half a second.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { isNewEnough, root } from "./installation.mjs";

if (!isNewEnough(process.versions.node)) await handOver(join(root, "node_modules/.bin/node"));
// Node 22 has SQLite with a warning, of which nobody who runs a command can make use.
const { emitWarning } = process;
process.emitWarning = (/** @type {any[]} */ ...args) =>
  /SQLite/.test(String(args[0])) || Reflect.apply(emitWarning, process, args);
// A folder that root makes would be closed to the user whose program this is.
if (process.getuid?.() !== 0 || statSync(root).uid === 0)
  module.enableCompileCache(join(root, "node_modules/.cache/node"));

/** Runs the command by another Node, and ends as that does. @param {string} node */
async function handOver(node) {
  if (!existsSync(node)) {
    console.error(`parley: this needs Node 22.18 or newer, not ${process.versions.node}; npm start brings its own`);
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  /** @type {number | null} */
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  process.exit(status ?? 1);
}
