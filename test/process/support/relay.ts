import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Server } from "./launch.ts";
import { portOf } from "./port-of.ts";

interface Relayed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly answer: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Starts a proxy to a server, and returns its URL. For each response, `pass` returns whether to forward it. The proxy
 * stops when the test ends.
 */
export async function relayTo(server: Server, pass: (relayed: Relayed) => boolean): Promise<string> {
  const { hostname: host, port } = new URL(server.url);
  const relay = createServer((asked, response) => {
    const { method = "", url: path = "", headers } = asked;
    const sent = forward({ host, port, method, path, headers }, (answer) => {
      if (!pass({ method, path, headers, answer, response })) return;
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    sent.on("error", () => response.destroy());
    asked.pipe(sent);
  });
  return `http://localhost:${await portOf(relay)}`;
}
