import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Random } from "../../process/support/random.ts";
import { PATH_OF_AFTER, type Program } from "./programs.ts";

/** True for responses that every client treats as temporary, because they say when to retry. */
const isPassing = (status: number, { headers }: IncomingMessage) =>
  (status === 503 || status === 429) && Number(headers["retry-after"]) > 0;

/**
 * A proxy in front of the Workers of two programs, like Cloudflare's edge. It sends each request to one of them, in
 * proportion to `share`, and records the responses.
 */
export class Edge {
  /** Share of requests sent to the Worker of the program `after`. */
  share = 0;
  /** Failures that clients treat as final. */
  readonly final: string[] = [];
  /** Number of 503 and 429 responses with Retry-After. */
  passing = 0;
  /** Requests sent to each Worker. */
  readonly taken: Record<Program, number> = { before: 0, after: 0 };
  /** When polls arrived, by host. */
  readonly polls: { readonly host: string; readonly at: number }[] = [];
  readonly #random: Random;
  readonly #ports: Record<Program, number>;
  readonly #server = createServer((request, response) => this.#pass(request, response));

  constructor(ports: Record<Program, number>, random: Random) {
    this.#ports = ports;
    this.#random = random;
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket as Socket, head));
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #port(path: string): number {
    const isAfter = path.startsWith(`/api/v1${PATH_OF_AFTER}`) || this.#random.below(1000) < this.share * 1000;
    const program = isAfter ? "after" : "before";
    this.taken[program] += 1;
    return this.#ports[program];
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = "", url = "", headers } = request;
    const [path = ""] = url.split("?", 1);
    if (path === "/api/v1/events" && method === "GET") {
      this.polls.push({ host: String(headers.host), at: performance.now() });
    }
    const options = { host: "127.0.0.1", port: this.#port(path), method, path: url, headers, agent: false };
    const sent = httpRequest(options, (answer) => {
      const status = answer.statusCode ?? 0;
      if (isPassing(status, answer)) this.passing += 1;
      else if (status >= 400) answer.once("data", (said) => this.final.push(`${method} ${path}: ${status} ${said}`));
      response.writeHead(status, answer.headers);
      answer.pipe(response);
    });
    sent.on("error", () => response.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { method, url = "", rawHeaders } = request;
    const worker = connect(this.#port(url), "127.0.0.1");
    const lines = rawHeaders.map((text, index) => text + (index % 2 === 0 ? ": " : "\r\n"));
    worker.write(`${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n`);
    worker.write(head);
    worker.pipe(socket).pipe(worker);
    for (const [one, other] of [
      [worker, socket],
      [socket, worker],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  }
}
