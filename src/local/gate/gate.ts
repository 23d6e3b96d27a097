import { createServer } from "node:net";
import { listen } from "../system/port.ts";
import { Admission } from "./admission.ts";
import { GateConnection } from "./connection.ts";
import { capacityFor } from "./descriptors.ts";
import { DiskRoom } from "./disk-room.ts";
import { type Times, times as usual } from "./times.ts";

const BACKLOG = 1024;

/**
 * A proxy between clients and workerd, which crashes when it runs out of descriptors and fails at malformed requests.
 * It passes on whole, well-formed requests, as many at a time as the descriptors allow, and does not change the
 * answers.
 *
 * @param descriptors how many this process and workerd may have each
 * @param bytesLeft on the disk that the runtime writes to
 * @param mark the secret name of the header that is added to each request, without which the Worker refuses connections to
 * workerd's own port
 */
export function createGate(
  descriptors: number,
  bytesLeft: () => number = () => Number.POSITIVE_INFINITY,
  times: Times = usual,
  mark = "",
) {
  const admission = new Admission(capacityFor(descriptors), times, new DiskRoom(bytesLeft));
  const markLine = mark && `${mark}: 1\r\n`;
  const server = createServer(
    { allowHalfOpen: true, noDelay: true },
    (socket) => new GateConnection(socket, admission, markLine),
  );
  // A connection that cannot be accepted does not end the server.
  server.on("error", () => {});
  const timer = setInterval(() => admission.check(performance.now()), times.check).unref();

  return {
    /**
     * @param port 0 for any
     * @returns the port that it listens on
     */
    listen: (host: string, port: number) => listen(server, { host, port, backlog: BACKLOG }),
    /** Passes requests on to this port of workerd. */
    open: (port: number) => admission.open(port),
    counts: () => admission.counts,
    /** Lets requests wait. */
    shut: () => admission.shut(),
    /**
     * Lets new requests wait until it opens again, and resolves once the others are answered.
     *
     * @param ms at most
     */
    drain: (ms: number) => admission.drain(ms),
    close() {
      clearInterval(timer);
      server.close();
      admission.destroy();
    },
  };
}
