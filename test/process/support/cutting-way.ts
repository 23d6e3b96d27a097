import { connect, createServer } from "node:net";
import { portOf } from "./port-of.ts";

/**
 * Starts a proxy to a server that cuts the first connections, each after the given number of bytes from the client,
 * without notice to either side. Returns its URL, and a function that returns the number of cuts.
 */
export async function cuttingWay(url: string, cuts: readonly number[]): Promise<{ url: string; cut(): number }> {
  const { hostname: host, port } = new URL(url);
  let cut = 0;
  const way = createServer((client) => {
    const server = connect(Number(port), host);
    let sent = 0;
    client.on("data", (bytes) => {
      sent += bytes.length;
      const limit = cuts[cut];
      if (limit !== undefined && sent > limit) {
        cut += 1;
        client.resetAndDestroy();
        server.destroy();
      } else if (!server.write(bytes)) client.pause();
    });
    server.on("drain", () => client.resume());
    server.on("data", (bytes) => void client.write(bytes));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  return { url: `http://localhost:${await portOf(way)}`, cut: () => cut };
}
