// Ends the process where its Node is too old for the commands of src/local, before anything of them is loaded; another one
// keeps what it compiles, without which each command would take a fifth of a second more, and a start half a second.
// Runs under whatever Node the user has: built-ins only, no recent syntax.
import { statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { isNewEnough, root } from "./installation.mjs";

if (!isNewEnough(process.versions.node)) {
  console.error("parley: this needs Node 22.18 or newer, not " + process.versions.node + "; npm start brings its own");
  process.exit(1);
}
// A folder that root makes would be closed to the user whose program this is.
if (!process.getuid || process.getuid() !== 0 || statSync(root).uid === 0)
  module.enableCompileCache(join(root, "node_modules/.cache/node"));
