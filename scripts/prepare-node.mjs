// Sets up the Node that runs a command, for both programs: that of a checkout and that of a release. Runs under
// whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { existsSync, statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";

/** @param {string} root the program's folder */
export function prepareNode(root) {
  // Node warns about SQLite (22) and execve (all versions). These warnings don't help anyone who runs a command.
  const { emitWarning } = process;
  process.emitWarning = (/** @type {any[]} */ ...args) =>
    /SQLite|execve/.test(String(args[0])) || Reflect.apply(emitWarning, process, args);
  // Without Node's compile cache, each command takes a fifth of a second longer, and a start half a second. If root
  // created the folder, the user who owns this program couldn't write to it.
  const isOwn = process.getuid?.() !== 0 || statSync(root).uid === 0;
  if (isOwn && existsSync(join(root, "node_modules")))
    module.enableCompileCache(join(root, "node_modules/.cache/node"));
}
