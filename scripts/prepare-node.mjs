// Sets up the Node that runs a command: both programs begin with it, that of a checkout and that of a release.
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { existsSync, statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";

/** @param {string} root the folder of the program */
export function prepareNode(root) {
  // Node 22 has SQLite with a warning, as each Node has execve: nobody who runs a command can make use of them.
  const { emitWarning } = process;
  process.emitWarning = (/** @type {any[]} */ ...args) =>
    /SQLite|execve/.test(String(args[0])) || Reflect.apply(emitWarning, process, args);
  // Without what Node keeps of what it compiles, each command would take a fifth of a second more, and a start half a second.
  // A folder that root makes would be closed to the user whose program this is.
  const isOwn = process.getuid?.() !== 0 || statSync(root).uid === 0;
  if (isOwn && existsSync(join(root, "node_modules")))
    module.enableCompileCache(join(root, "node_modules/.cache/node"));
}
