import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "./failure.mjs";

/** How long a process that was killed may take to let go of its port, after it has ended to all appearances. */
const LINGER_MS = 1000;

/**
 * The port to serve on, found free a moment ago: asked for here because workerd's own complaint comes late and is long.
 *
 * @param {string} host @param {number} port 0 for any
 * @returns {Promise<number>}
 */
export async function freePort(host, port) {
  for (const deadline = Date.now() + LINGER_MS; ; await pause(20)) {
    try {
      return await probe(host, port);
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== "EADDRINUSE") throw new Failure(`cannot listen on ${host} port ${port} (${message})`);
      if (Date.now() > deadline) throw new Failure(`port ${port} on ${host} is in use; choose another with --port`);
    }
  }
}

/**
 * @param {string} host @param {number} port
 * @returns {Promise<number>}
 */
function probe(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}
