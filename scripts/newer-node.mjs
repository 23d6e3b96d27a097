// Ends the process where its Node is too old for the commands of src/local, before anything of them is loaded.
// Runs under whatever Node the user has: built-ins only, no recent syntax.
import { isNewEnough } from "./installation.mjs";

if (!isNewEnough(process.versions.node)) {
  console.error("parley: this needs Node 22.18 or newer, not " + process.versions.node + "; npm start brings its own");
  process.exit(1);
}
