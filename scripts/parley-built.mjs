#!/usr/bin/env node
// The program of a release, with all its commands: parley --help. It is built, so that any Node from 22.15 on runs it.
import { statSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`parley: this needs Node 22.15 or newer, not ${process.versions.node}`);
  process.exit(1);
}
// Of SQLite, which Node 22 calls an experiment.
const { emitWarning } = process;
process.emitWarning = (/** @type {any[]} */ ...args) =>
  /SQLite/.test(String(args[0])) || Reflect.apply(emitWarning, process, args);
// A folder that root makes would be closed to the user whose program this is.
const root = fileURLToPath(new URL("..", import.meta.url));
if (process.getuid?.() !== 0 || statSync(root).uid === 0) module.enableCompileCache(`${root}/node_modules/.cache/node`);

const args = process.argv.slice(2);
if (args[0] === "deploy" && !args.includes("--help")) {
  console.error("deploy: a release runs on a machine; a checkout of the repository is what is deployed to Cloudflare");
  process.exit(1);
}
const { parley } = await import("../src/local/commands.ts");
await parley(args, () => null);
