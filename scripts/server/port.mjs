import { createServer } from "node:net";
import { Failure } from "./failure.mjs";

/**
 * The port to serve on, found free a moment ago: asked for here because workerd's own complaint comes late and is long.
 *
 * @param {string} host @param {number} port 0 for any
 * @returns {Promise<number>}
 */
export function freePort(host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EADDRINUSE") reject(new Failure(`port ${port} on ${host} is in use; choose another with --port`));
      else reject(new Failure(`cannot listen on ${host} port ${port} (${message})`));
    });
    probe.listen(port, host, () => {
      const address = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(address.port));
    });
  });
}
