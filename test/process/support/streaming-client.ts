import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Fields, Json, Person } from "./person.ts";
import { ListeningClient } from "./polling-client.ts";

/** How a stream ended. `lost` is the reason why its queue is lost, or null if the queue still exists. */
type Ending = { readonly lost: string } | { readonly lost: null };

/** A client with an event stream, which it reopens if it breaks. */
export class StreamingClient extends ListeningClient {
  static async of(person: Person, fields: Fields = {}): Promise<StreamingClient> {
    return new StreamingClient(person, await person.ok(person.post("/register", fields)));
  }

  protected async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { lost } = await this.#stream(signal);
      if (lost !== null) throw new Error(`the queue is lost: ${lost}`);
      if (!signal.aborted) await pause(20);
    }
  }

  /** Receives everything on one stream, until it closes. */
  #stream(signal: AbortSignal): Promise<Ending> {
    const { url, host, email, key } = this.person;
    const query = new URLSearchParams({ queue_id: this.queueId, last_event_id: String(this.last) });
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
    const address = `${url.replace(/^http/, "ws")}/api/v1/events/stream?${query}`;
    const socket = new WebSocket(address, { headers: { Host: host, Authorization: authorization } });
    return new Promise((resolve, reject) => {
      const close = () => socket.terminate();
      const end = (ending: Ending) => {
        signal.removeEventListener("abort", close);
        resolve(ending);
      };
      signal.addEventListener("abort", close);
      socket.on("message", (data) => {
        const body: Json = JSON.parse(String(data));
        if (body.result !== "success") return end({ lost: String(data) });
        try {
          this.#takeNew(body.events);
        } catch (error) {
          reject(error);
          return socket.terminate();
        }
        socket.send(JSON.stringify({ last_event_id: this.last }));
      });
      socket.on("close", (code) => end({ lost: code === 4400 || code === 4401 ? `closed with ${code}` : null }));
      socket.on("unexpected-response", (request, { statusCode = 0 }) => {
        request.destroy();
        end({ lost: statusCode < 500 && statusCode !== 429 ? `refused with ${statusCode}` : null });
      });
      socket.on("error", () => end({ lost: null }));
    });
  }

  /** Takes only new events. Those that were unacknowledged when a stream broke are sent again. */
  #takeNew(events: readonly Json[]): void {
    const known = this.last;
    this.take(events.filter(({ id }) => id > known));
  }
}
