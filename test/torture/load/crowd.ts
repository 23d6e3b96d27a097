import { until } from "../../process/support/processes.ts";
import { type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { Actor } from "./actor.ts";
import { Clients } from "./clients.ts";
import { messagesOf, observe } from "./observe.ts";
import { Reader } from "./reader.ts";
import { makeWorld, type World } from "./world.ts";

/** How long the server may take for anything awaited here, on a busy machine. */
const PATIENCE_MS = 60_000;

/** Accounts that act at the same time, accounts that read, and the clients of all of them. */
export class Crowd {
  readonly world: World;
  readonly #actors: readonly Actor[];
  readonly #clients: readonly Clients[];
  readonly #readers: readonly Reader[];

  private constructor(world: World, actors: readonly Actor[], clients: readonly Clients[], readers: readonly Reader[]) {
    this.world = world;
    this.#actors = actors;
    this.#clients = clients;
    this.#readers = readers;
  }

  static async on(server: TortureServer, trial: Trial): Promise<Crowd> {
    return Crowd.of(await makeWorld(trial, server), trial, "abcdefgh");
  }

  /**
   * Returns the people of a world, with newly registered clients. Each user has a letter with which all of their texts
   * begin.
   */
  static async of(world: World, trial: Trial, letters: string): Promise<Crowd> {
    const actors = world.people.map((person, index) => {
      return new Actor(world, person, letters.charAt(index), trial.random.below(2 ** 31));
    });
    const readers = world.people.slice(0, 3).map((person) => new Reader(world, person, trial.random.below(2 ** 31)));
    const clients = await Promise.all(world.people.map(Clients.of));
    for (const { person, queueId } of clients) world.queues.set(person.id, queueId);
    return new Crowd(world, actors, clients, readers);
  }

  start(): void {
    for (const one of [...this.#actors, ...this.#readers]) one.start();
  }

  /** Waits until the actors have received this many more responses. */
  async answered(more: number): Promise<void> {
    const count = () => this.#actors.reduce((sum, { answers }) => sum + answers, 0);
    const goal = count() + more;
    await this.#until(`${more} more answers`, () => count() >= goal);
  }

  /** After the server was killed, waits until every actor has lost its connection. */
  async disconnected(): Promise<void> {
    await this.#until("nobody is connected", () => this.#actors.every(({ isDisconnected }) => isDisconnected));
  }

  /** Waits for a condition while everyone acts. Throws if an actor or reader fails in the meantime. */
  async #until(what: string, hasHappened: () => boolean): Promise<void> {
    await until(
      what,
      () => {
        for (const { failure } of [...this.#actors, ...this.#readers]) if (failure !== undefined) throw failure;
        return hasHappened();
      },
      PATIENCE_MS,
    );
  }

  /** Stops everyone, and checks that the server's state matches what it has acknowledged. */
  async settle(): Promise<void> {
    for (const one of [...this.#actors, ...this.#readers]) await one.stop();
    await this.#delivered();
    const { world } = this;
    const received = await Promise.all(world.people.map((person) => messagesOf(person)));
    for (const [index, client] of this.#clients.entries()) await client.check(received[index] ?? []);
    world.ledger.check(await observe(world));
    const { differences } = await world.owner.ok(world.owner.get("/testing/differences"));
    if (differences.length > 0) throw new Violation("the realm and D1 do not agree", differences);
  }

  async end(): Promise<void> {
    for (const one of [...this.#actors, ...this.#readers]) await one.stop();
    for (const client of this.#clients) await client.stop();
  }

  /** How many times readers were refused because a store was unavailable. */
  get refusals(): number {
    return this.#readers.reduce((sum, { refusals }) => sum + refusals, 0);
  }

  get eventsReceived(): number {
    return this.#clients.reduce((sum, { eventsReceived }) => sum + eventsReceived, 0);
  }

  /** Number of responses of any kind to readers. */
  get reads(): number {
    return this.#readers.reduce((sum, { answers }) => sum + answers, 0);
  }

  get summary(): string {
    const sum = (of: "done" | "refused" | "unknown") =>
      [...this.world.done.values()].reduce((total, counts) => total + counts[of], 0);
    return `${sum("done")} done, ${sum("refused")} refused, ${sum("unknown")} unanswered; ${this.world.ledger.size} facts`;
  }

  /** Waits until the server has sent the messages scheduled for the next minute. */
  async #delivered(): Promise<void> {
    const soon = Date.now() / 1000 + 60;
    await until(
      "what was scheduled is sent",
      async () => {
        const lists = await Promise.all(
          this.world.people.map((person) => person.ok(person.get("/scheduled_messages"))),
        );
        return lists.every(({ scheduled_messages }) =>
          scheduled_messages.every((one: { scheduled_delivery_timestamp: number; failed: boolean }) => {
            return one.failed || one.scheduled_delivery_timestamp > soon;
          }),
        );
      },
      PATIENCE_MS,
    );
  }
}
