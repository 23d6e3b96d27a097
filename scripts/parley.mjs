#!/usr/bin/env node
// The program with all its commands: parley --help. It installs nothing, and says in one line what a command lacks.
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { isNewEnough, root, whatDiffers } from "./installation.mjs";

if (isNewEnough(process.versions.node)) {
  // Node 22 has SQLite with a warning, of which nobody who runs a command can make use.
  const { emitWarning } = process;
  process.emitWarning = (/** @type {any[]} */ ...args) =>
    /SQLite/.test(String(args[0])) || Reflect.apply(emitWarning, process, args);
  // Without what Node keeps of what it compiles, each command would take a fifth of a second more, and a start half a second.
  // A folder that root makes would be closed to the user whose program this is.
  const isOwn = process.getuid?.() !== 0 || statSync(root).uid === 0;
  if (isOwn && existsSync(join(root, "node_modules")))
    module.enableCompileCache(join(root, "node_modules/.cache/node"));
  const { parley } = await import("../src/local/commands.ts");
  await parley(process.argv.slice(2), whatDiffers);
} else {
  await handOver(join(root, "node_modules/.bin/node"));
}

/** Runs the command by the Node that is installed, and ends as that does. @param {string} node */
async function handOver(node) {
  if (!existsSync(node)) {
    console.error(`parley: this needs Node 22.18 or newer, not ${process.versions.node}; npm start brings its own`);
    process.exit(1);
  }
  const child = spawn(node, [join(root, "scripts/parley.mjs"), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  /** @type {number | null} */
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  process.exit(status ?? 1);
}
