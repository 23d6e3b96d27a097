import type { Server } from "../server/server.ts";
import { Connection } from "./connection.ts";
import { type Account, apiRequest } from "./requests.ts";
import { WaitingRequests } from "./waiting-requests.ts";

const AT_ONCE = 16;

type Place = Pick<Server, "port" | "owner">;

/** Event queues of different people. Like those of real clients, each is polled over its own connection. */
export class EventQueues {
  readonly waiters: WaitingRequests;
  readonly #server: Place;
  readonly #people: readonly Account[];
  readonly #last: number[] = [];
  #registered = 0;
  /** Events received by all queues together. */
  delivered = 0;
  answerLength = 900;

  constructor(server: Place, people: readonly Account[]) {
    this.#server = server;
    this.#people = people;
    this.waiters = new WaitingRequests(server.port, (body, index) => this.#receive(body, index));
  }

  /** Registers queues until `count` exist. */
  async grow(count: number): Promise<void> {
    const work = async () => {
      const connection = new Connection(this.#server.port);
      while (this.#registered < count) {
        const account = this.#people[this.#registered % this.#people.length] ?? this.#server.owner;
        this.#registered += 1;
        const fields = { event_types: ["message"], fetch_event_types: [] };
        const { body } = await connection.send(apiRequest("POST", "/register", account, fields));
        const { queue_id, last_event_id } = JSON.parse(body.toString()) as { queue_id: string; last_event_id: number };
        const index = this.#last.push(last_event_id) - 1;
        this.waiters.add(() => {
          return apiRequest("GET", "/events", account, { queue_id, last_event_id: this.#last[index] ?? 0 });
        });
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  #receive(body: string, index: number): void {
    const ids = [...body.matchAll(/"id":(\d+)}(?=[,\]])/g)].map(([, id]) => Number(id));
    this.#last[index] = Math.max(this.#last[index] ?? 0, ...ids);
    this.delivered += ids.length;
    if (ids.length === 1) this.answerLength = body.length;
  }
}
