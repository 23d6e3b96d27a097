// Ends with status 0 if the server on this machine says that it is well: the one that runs with a data directory, asked by its
// own name, or whatever listens at a port.
import { request } from "node:http";
import { parseArgs } from "node:util";
import { readServerNote } from "../data-directory/server-note.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, port: { type: "string", default: "9991" } },
});
const { address, host } = where();
const asked = request(new URL("/health", address), { headers: { host }, timeout: 8000 }, (response) => {
  const { statusCode: status = 0 } = response.resume();
  if (status !== 200) console.error(`parley: /health answers ${status}`);
  process.exitCode = status === 200 ? 0 : 1;
});
asked.on("timeout", () => asked.destroy(new Error("no answer")));
asked.on("error", (error) => {
  console.error(`parley: /health does not answer (${error.message})`);
  process.exitCode = 1;
});
asked.end();

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
