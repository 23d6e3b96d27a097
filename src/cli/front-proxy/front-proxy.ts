import { createServer } from "node:net";
import { listen } from "../os/port.ts";
import { Admission } from "./admission.ts";
import { GateConnection } from "./connection.ts";
import { capacityFor } from "./descriptors.ts";
import { DiskRoom } from "./disk-room.ts";
import { type Times, times as usual } from "./times.ts";

const BACKLOG = 1024;

/**
 * A proxy between clients and workerd. workerd crashes when it runs out of descriptors, and mishandles malformed
 * requests. The proxy passes on complete, well-formed requests, as many at a time as the descriptors allow, and doesn't
 * change the responses.
 *
 * @param descriptors how many this process and workerd can each open
 * @param bytesLeft returns the free bytes on the disk that the runtime writes to
 * @param mark secret name of the header added to each request; the Worker refuses connections to workerd's own port
 * that lack it
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
  // Failing to accept a connection must not stop the server.
  server.on("error", () => {});
  const timer = setInterval(() => admission.check(performance.now()), times.check).unref();

  return {
    /** Listens on a port, or with 0, on any free one. Returns the port. */
    listen: (host: string, port: number) => listen(server, { host, port, backlog: BACKLOG }),
    open: (port: number) => admission.open(port),
    counts: () => admission.counts,
    shut: () => admission.shut(),
    /**
     * Makes new requests wait for the next `open`, and resolves once all others have a response.
     *
     * @param ms maximum time to wait for these responses
     */
    drain: (ms: number) => admission.drain(ms),
    close() {
      clearInterval(timer);
      server.close();
      admission.destroy();
    },
  };
}
