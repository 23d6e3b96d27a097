import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "./failure.mjs";

/** How long a port may stay in use after the process that had it was killed. */
const LINGER_MS = 1000;

/**
 * Listens on a port, and returns it.
 *
 * @param {import("node:net").Server} server
 * @param {{ host: string, port: number, backlog?: number }} where port 0 for any
 * @returns {Promise<number>}
 */
export async function listen(server, where) {
  const { host, port } = where;
  for (const deadline = Date.now() + LINGER_MS; ; await pause(20)) {
    try {
      await once(server.listen(where), "listening");
      return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== "EADDRINUSE") throw new Failure(`cannot listen on ${host} port ${port} (${message})`);
      if (Date.now() > deadline) throw new Failure(`port ${port} on ${host} is in use; choose another with --port`);
    }
  }
}

/**
 * A port that was free a moment ago.
 *
 * @param {string} host @param {number} port 0 for any
 */
export async function freePort(host, port) {
  const server = createServer();
  const found = await listen(server, { host, port });
  await new Promise((resolve) => server.close(resolve));
  return found;
}
