// Ends with status 0 if the server on this machine says that it is well: the one that runs with a data directory, asked by its
// own name, or whatever listens at a port.
import { parseArgs } from "node:util";
import { readServerNote } from "../data-directory/server-note.ts";
import { send } from "../system/send.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, port: { type: "string", default: "9991" } },
});
const { address, host } = where();
try {
  const response = await send(new URL(address), "/health", { headers: { host }, timeoutMs: 8000 });
  const { statusCode: status = 0 } = response.resume();
  if (status !== 200) fail(`/health answers ${status}`);
} catch (error) {
  fail(`/health does not answer (${(error as Error).message})`);
}

function fail(what: string) {
  console.error(`parley: ${what}`);
  process.exitCode = 1;
}

/** An organization is known by its name: by another one, the server itself answers, but none of them. */
function where() {
  try {
    const { address, url } = (values.data !== undefined && readServerNote(values.data)) || {};
    if (address && url) return { address, host: new URL(url).host };
  } catch {
    // The note is the server's own user's: others ask the port.
  }
  return { address: `http://127.0.0.1:${values.port}`, host: `127.0.0.1:${values.port}` };
}
