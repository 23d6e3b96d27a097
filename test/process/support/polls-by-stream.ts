import { WebSocket } from "ws";
import type { Json } from "./person.ts";

interface Account {
  readonly url: string;
  readonly email: string;
  readonly key: string;
}

interface Asked {
  readonly queue_id: string;
  readonly last_event_id: number;
}

/** One stream, and what has come by it that nobody has asked for yet. */
interface Stream {
  readonly socket: WebSocket;
  readonly queueId: string;
  /** Answers of polls; an error where the connection is gone. */
  readonly come: (Json | Error)[];
  arrived: () => void;
}

/** Answers the polls of a client that knows nothing else from a stream of events, which it opens again where it breaks. */
export class PollsByStream {
  #stream: Stream | null = null;

  constructor(readonly account: Account) {}

  /** What a poll answers, in the same form; rejects where the connection breaks, as a poll does. */
  async retrieve({ queue_id, last_event_id }: Asked): Promise<Json> {
    const stream = this.#streamOf(queue_id, last_event_id);
    for (;;) {
      const reply = stream.come.shift();
      if (reply === undefined) {
        await new Promise<void>((resolve) => {
          stream.arrived = resolve;
        });
        continue;
      }
      if (reply instanceof Error || reply.result !== "success") this.#stream = null;
      if (reply instanceof Error) throw reply;
      return reply;
    }
  }

  /** The open stream, told what its client has taken; or another one. */
  #streamOf(queueId: string, last: number): Stream {
    if (this.#stream?.queueId === queueId) {
      if (this.#stream.socket.readyState === 1) this.#stream.socket.send(JSON.stringify({ last_event_id: last }));
      return this.#stream;
    }
    this.#stream?.socket.terminate();
    this.#stream = this.#open(queueId, last);
    return this.#stream;
  }

  #open(queueId: string, last: number): Stream {
    const { url, email, key } = this.account;
    const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(last) });
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
    const address = `${url.replace(/^http/, "ws")}/api/v1/events/stream?${query}`;
    const socket = new WebSocket(address, { headers: { Authorization: authorization } });
    const stream: Stream = { socket, queueId, come: [], arrived: () => {} };
    const take = (reply: Json | Error) => {
      stream.come.push(reply);
      stream.arrived();
    };
    socket.on("message", (data) => take(JSON.parse(String(data))));
    socket.on("unexpected-response", (_request, response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => (body += text));
      response.on("end", () => take(body.startsWith("{") ? JSON.parse(body) : new Error(body)));
    });
    socket.on("error", take);
    socket.on("close", (code) => take(new Error(`closed with ${code}`)));
    return stream;
  }
}
