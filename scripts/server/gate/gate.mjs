import { createServer } from "node:net";
import { listen } from "../port.mjs";
import { Connection } from "./connection.mjs";
import { roomFor } from "./descriptors.mjs";
import { Room } from "./room.mjs";
import { times as usual } from "./times.mjs";

const BACKLOG = 1024;

/**
 * Stands between clients and workerd, which ends when it runs out of descriptors and fails at malformed requests: lets
 * through whole, well-formed requests, as many at a time as there is room for, and else only passes bytes on.
 *
 * @param {number} descriptors how many this process and workerd may have each
 * @param {import("./times.mjs").Times} [times]
 */
export function createGate(descriptors, times = usual) {
  const room = new Room(roomFor(descriptors), times);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => new Connection(socket, room));
  // Whom it could not accept hangs up; the next one may be luckier.
  server.on("error", () => {});
  const timer = setInterval(() => room.check(performance.now()), times.check).unref();

  return {
    /** @param {string} host @param {number} port 0 for any @returns the port that it listens on */
    listen: (host, port) => listen(server, { host, port, backlog: BACKLOG }),
    /** Requests go to this port of workerd. @param {number} port */
    open: (port) => room.open(port),
    /** Requests have to wait. */
    shut: () => room.shut(),
    close() {
      clearInterval(timer);
      server.close();
      room.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createGate>} Gate */
