// Ends with status 0 if the server at this machine's port says that it is well.
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { port: { type: "string", default: "9991" } } });
try {
  const { ok, status } = await fetch(`http://127.0.0.1:${values.port}/health`, { signal: AbortSignal.timeout(8000) });
  if (!ok) console.error(`parley: /health answers ${status}`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(`parley: /health does not answer (${/** @type {Error} */ (error).message})`);
  process.exitCode = 1;
}
