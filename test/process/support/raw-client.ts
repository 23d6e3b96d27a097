import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createGate } from "../../../src/cli/front-proxy/front-proxy.ts";
import { type Times, times } from "../../../src/cli/front-proxy/times.ts";
import { until } from "./processes.ts";

/** A TCP connection that sends texts, each character as a byte, and records what it receives. */
export class RawClient {
  readonly socket: Socket;
  heard = "";
  isClosed = false;

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    this.socket.on("data", (part: Buffer) => {
      this.heard += part.toString("latin1");
    });
    this.socket.on("end", () => {
      this.isClosed = true;
      this.socket.end();
    });
    this.socket.on("close", () => {
      this.isClosed = true;
    });
    this.socket.on("error", () => {});
  }

  say(text: string): this {
    this.socket.write(text, "latin1");
    return this;
  }

  /** Waits until `what` has been received. Returns everything received so far. */
  hears(what: string | RegExp): Promise<string> {
    const holds = () => (typeof what === "string" ? this.heard.includes(what) : what.test(this.heard));
    return until(`${what} is heard`, () => {
      if (!holds() && this.isClosed) throw new Error(`closed after ${JSON.stringify(this.heard.slice(0, 500))}`);
      return holds() && this.heard;
    });
  }

  /** Waits until the other side has closed the connection. Returns everything received. */
  async closed(): Promise<string> {
    await until("the other side hangs up", () => this.isClosed);
    return this.heard;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** Sends a text on a new connection, and returns everything received until the other side closes it. */
export async function exchangeBytes(port: number, text: string): Promise<string> {
  const client = new RawClient(port).say(text);
  const heard = await client.closed();
  client.destroy();
  return heard;
}

/** A server that replaces workerd behind a gate. It records what it receives, and `answer` responds. */
export class FakeRuntime {
  readonly connections: { readonly socket: Socket; heard: string; isReset: boolean }[] = [];
  answer: (heard: string, socket: Socket) => void = () => {};
  readonly #server: Server;

  constructor() {
    this.#server = createServer((socket) => {
      const connection = { socket, heard: "", isReset: false };
      this.connections.push(connection);
      socket.on("error", ({ code }: NodeJS.ErrnoException) => {
        connection.isReset ||= code === "ECONNRESET";
      });
      socket.on("data", (part: Buffer) => {
        connection.heard += part.toString("latin1");
        this.answer(connection.heard, socket);
      });
    });
  }

  /** Everything received on all connections. */
  get heard(): string {
    return this.connections.map(({ heard }) => heard).join("");
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return (this.#server.address() as { port: number }).port;
  }

  close(): void {
    this.#server.close();
    for (const { socket } of this.connections) socket.destroy();
  }
}

interface GateOptions {
  readonly descriptors?: number;
  readonly times?: Partial<Times>;
  /** Returns the free space on the disk, in bytes. */
  readonly bytesLeft?: () => number;
}

/**
 * Starts a gate with a fake runtime, which answers "ok" to each request without a body unless a test replaces its
 * `answer`.
 */
export async function startGate({ descriptors = 1024, times: some = {}, bytesLeft }: GateOptions = {}) {
  const runtime = new FakeRuntime();
  runtime.answer = (heard, socket) => {
    if (heard.endsWith("\r\n\r\n")) socket.write(OK);
  };
  const inner = await runtime.listen();
  const gate = createGate(descriptors, bytesLeft, { ...times, check: 10, ...some });
  const port = await gate.listen("127.0.0.1", 0);
  gate.open(inner);
  onTestFinished(() => {
    gate.close();
    runtime.close();
  });
  return { gate, runtime, inner, port };
}

export const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
export const GET = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
