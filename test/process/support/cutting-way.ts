import { connect, createServer } from "node:net";
import { portOf } from "./port-of.ts";

/**
 * A proxy to a server that cuts connections: each of the first ones after the given number of client bytes, without
 * notice to either side. Returns its URL and the number of cuts.
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
