#!/usr/bin/env node
// The program with all its commands: parley --help. It installs nothing, and reports in one line what a command lacks.
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isNewEnough, root, whatDiffers } from "./installation.mjs";
import { becomeLean } from "./lean-node.mjs";
import { prepareNode } from "./prepare-node.mjs";

if (isNewEnough(process.versions.node)) {
  prepareNode(root);
  if (process.argv[2] === "start") becomeLean(fileURLToPath(import.meta.url));
  const { parley } = await import("../src/cli/commands.ts");
  await parley(process.argv.slice(2), whatDiffers);
} else {
  await handOver(join(root, "node_modules/.bin/node"));
}

/** Runs the command with the installed Node, and exits with the same status. @param {string} node */
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
