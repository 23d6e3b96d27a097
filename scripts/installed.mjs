// Exits with status 1 and a one-line message if a developer command can't run with what is installed. Changes nothing.
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.
import { isNewEnough, whatDiffers } from "./installation.mjs";

// npm passes the name of the hook, such as "prebench".
const command = String(process.env["npm_lifecycle_event"] || "parley").replace(/^pre/, "");
const differs = whatDiffers("everything");
if (differs) {
  console.error(command + ": " + differs + "; node scripts/ensure.mjs installs it");
  process.exitCode = 1;
} else if (!isNewEnough(process.versions.node)) {
  const wanted = "this needs Node 22.18 or newer, not " + process.versions.node;
  console.error(command + ": " + wanted + "; node scripts/ensure.mjs installs one");
  process.exitCode = 1;
}
