import { exports } from "cloudflare:workers";
import type { Browser } from "./browser.ts";
import type { Json, Person, Queue } from "./person.ts";

interface Opening {
  readonly status: number;
  readonly body: Json;
  readonly stream: EventStream | null;
}

/** The client's end of an event stream. */
export class EventStream {
  /** Frames that have arrived and not been read yet. */
  #frames: string[] = [];
  #arrived: () => void = () => {};
  /** The close code and reason sent by the server. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;

  constructor(readonly socket: WebSocket) {
    socket.addEventListener("message", ({ data }) => {
      this.#frames.push(String(data));
      this.#arrived();
    });
    this.closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
    });
    socket.accept();
  }

  /** Waits for the next frame, unparsed. */
  async text(): Promise<string> {
    while (this.#frames.length === 0)
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    return this.#frames.shift() ?? "";
  }

  async frame(): Promise<Json> {
    return JSON.parse(await this.text());
  }

  async events(): Promise<Json[]> {
    const { result, events } = await this.frame();
    if (result !== "success") throw new Error("the frame is an error");
    return events;
  }

  /** The number of frames that have arrived but not been read. */
  get unread(): number {
    return this.#frames.length;
  }

  acknowledge(last_event_id: unknown): void {
    this.socket.send(JSON.stringify({ last_event_id }));
  }

  /** Waits until the server has processed everything sent before. */
  async settled(): Promise<void> {
    this.socket.send("ping");
    const before = this.#frames.length;
    for (;;) {
      const at = this.#frames.indexOf("pong", before);
      if (at >= 0) {
        this.#frames.splice(at, 1);
        return;
      }
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }
}

async function opening(response: Response): Promise<Opening> {
  const { status, webSocket } = response;
  if (webSocket) return { status, body: null, stream: new EventStream(webSocket) };
  return { status, body: await response.json(), stream: null };
}

/** Requests a stream with an API key. */
export async function askForStream(person: Person, fields: Json, headers: object = {}): Promise<Opening> {
  const url = `http://${person.host}/api/v1/events/stream?${new URLSearchParams(fields)}`;
  const authorization = person.key === "" ? {} : { Authorization: `Basic ${btoa(`${person.email}:${person.key}`)}` };
  const all = { Host: person.host, Upgrade: "websocket", ...authorization, ...headers };
  return opening(await exports.default.fetch(url, { headers: all }));
}

/** Requests a stream as a page does, with the session cookie. */
export async function askFromPage(browser: Browser, fields: Json, headers: Record<string, string>): Promise<Opening> {
  return opening(await browser.fetch("GET", "/json/events/stream", fields, { Upgrade: "websocket", ...headers }));
}

/** Opens a stream of a queue. By default, it starts with the queue's first event. */
export async function streamOf(queue: Queue, last_event_id: number = queue.state.last_event_id): Promise<EventStream> {
  const { stream, body } = await askForStream(queue.owner, { queue_id: queue.id, last_event_id });
  if (stream === null) throw new Error(`no stream: ${JSON.stringify(body)}`);
  return stream;
}
