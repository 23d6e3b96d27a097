import { createServer } from "node:net";
import { listen } from "../system/port.mjs";
import { Admission } from "./admission.mjs";
import { Connection } from "./connection.mjs";
import { capacityFor } from "./descriptors.mjs";
import { DiskRoom } from "./disk-room.mjs";
import { times as usual } from "./times.mjs";

const BACKLOG = 1024;

/**
 * A proxy between clients and workerd, which crashes when it runs out of descriptors and fails at malformed requests. It
 * passes on whole, well-formed requests, as many at a time as the descriptors allow, and does not change the answers.
 *
 * @param {number} descriptors how many this process and workerd may have each
 * @param {import("./times.mjs").Times} [times]
 * @param {() => number} [bytesLeft] on the disk that the runtime writes to
 */
export function createGate(descriptors, times = usual, bytesLeft = () => Number.POSITIVE_INFINITY) {
  const admission = new Admission(capacityFor(descriptors), times, new DiskRoom(bytesLeft));
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => new Connection(socket, admission));
  // A connection that cannot be accepted does not end the server.
  server.on("error", () => {});
  const timer = setInterval(() => admission.check(performance.now()), times.check).unref();

  return {
    /** @param {string} host @param {number} port 0 for any @returns the port that it listens on */
    listen: (host, port) => listen(server, { host, port, backlog: BACKLOG }),
    /** Passes requests on to this port of workerd. @param {number} port */
    open: (port) => admission.open(port),
    /** Lets requests wait. */
    shut: () => admission.shut(),
    /** Lets new requests wait until it opens again, and resolves once the others are answered. @param {number} ms at most */
    drain: (ms) => admission.drain(ms),
    close() {
      clearInterval(timer);
      server.close();
      admission.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createGate>} Gate */
