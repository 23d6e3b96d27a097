#!/usr/bin/env node
// The program of a release, with all its commands: parley --help. It is prebuilt, so that any Node from 22.15 on runs
// it.
import { fileURLToPath } from "node:url";
import { becomeLean } from "./lean-node.mjs";
import { prepareNode } from "./prepare-node.mjs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`parley: this needs Node 22.15 or newer, not ${process.versions.node}`);
  process.exit(1);
}
prepareNode(fileURLToPath(new URL("..", import.meta.url)));

const args = process.argv.slice(2);
if (args[0] === "start") becomeLean(fileURLToPath(import.meta.url));
if (args[0] === "deploy" && !args.includes("--help")) {
  console.error("deploy: a release runs on a machine; a checkout of the repository is what is deployed to Cloudflare");
  process.exit(1);
}
const { parley } = await import("../src/cli/commands.ts");
await parley(args, () => null);
