import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Bouncer, CutConnection } from "../../support/push/bouncer.ts";

/** A fake push service on a port of this machine. */
export interface PushService {
  readonly url: string;
  readonly close: () => void;
}

export async function servePushes(bouncer: Bouncer): Promise<PushService> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", headers, url = "/" } = incoming;
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const request = new Request(`http://127.0.0.1${url}`, {
      method,
      headers: named.filter(([name]) => name !== "connection" && name !== "transfer-encoding"),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    try {
      const response = await bouncer.respond(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      outgoing.destroy();
      if (!(error instanceof CutConnection)) throw error;
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
