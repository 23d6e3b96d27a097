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

/** A stream, and the received data that hasn't been returned to a poll yet. */
interface Stream {
  readonly socket: WebSocket;
  readonly queueId: string;
  /** Poll responses, or an error if the connection was lost. */
  readonly come: (Json | Error)[];
  arrived: () => void;
}

/** Answers the polls of a client from an event stream, which it reopens if it breaks. */
export class PollsByStream {
  #stream: Stream | null = null;

  constructor(readonly account: Account) {}

  /** Returns what a poll would return. Rejects if the connection breaks, like a poll. */
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

  /** Returns the open stream, after acknowledging the client's last event on it, or a new stream. */
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
