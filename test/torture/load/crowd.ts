import { until } from "../../process/support/processes.ts";
import { type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { Actor } from "./actor.ts";
import { Looker } from "./looker.ts";
import { messagesOf, observe } from "./observe.ts";
import { Watcher } from "./watcher.ts";
import { makeWorld, type World } from "./world.ts";

/** A busy machine is no failure of the server. */
const PATIENCE_MS = 60_000;

/** People who do all sorts of things at once, and those who look on. */
export class Crowd {
  readonly world: World;
  readonly #actors: readonly Actor[];
  readonly #watchers: readonly Watcher[];
  readonly #lookers: readonly Looker[];

  private constructor(
    world: World,
    actors: readonly Actor[],
    watchers: readonly Watcher[],
    lookers: readonly Looker[],
  ) {
    this.world = world;
    this.#actors = actors;
    this.#watchers = watchers;
    this.#lookers = lookers;
  }

  static async on(server: TortureServer, trial: Trial): Promise<Crowd> {
    const world = await makeWorld(trial, server);
    const actors = world.people.map((person, index) => {
      return new Actor(world, person, "abcdefgh".charAt(index), trial.random.below(2 ** 31));
    });
    const lookers = world.people.slice(0, 3).map((person) => new Looker(world, person, trial.random.below(2 ** 31)));
    const watchers = await Promise.all(world.people.map(Watcher.of));
    for (const { person, queueId } of watchers) world.queues.set(person.id, queueId);
    return new Crowd(world, actors, watchers, lookers);
  }

  start(): void {
    for (const one of [...this.#actors, ...this.#lookers]) one.start();
  }

  /** Waits until that many more requests are answered. */
  async answered(more: number): Promise<void> {
    const count = () => this.#actors.reduce((sum, { answers }) => sum + answers, 0);
    const goal = count() + more;
    await until(
      `${more} more answers`,
      () => {
        for (const { failure } of [...this.#actors, ...this.#lookers]) if (failure !== undefined) throw failure;
        return count() >= goal;
      },
      PATIENCE_MS,
    );
  }

  /** Has everybody stop, and checks that all is as they were told. */
  async settle(): Promise<void> {
    for (const one of [...this.#actors, ...this.#lookers]) await one.stop();
    await this.#delivered();
    const { world } = this;
    const received = await Promise.all(world.people.map((person) => messagesOf(person)));
    for (const [index, watcher] of this.#watchers.entries()) await watcher.check(received[index] ?? []);
    world.ledger.check(await observe(world));
    const { differences } = await world.owner.ok(world.owner.get("/testing/differences"));
    if (differences.length > 0) throw new Violation("the realm and D1 do not agree", differences);
  }

  async end(): Promise<void> {
    for (const one of [...this.#actors, ...this.#lookers]) await one.stop();
    for (const watcher of this.#watchers) await watcher.stop();
  }

  /** How often readers were told that the server cannot tell at the moment. */
  get refusals(): number {
    return this.#lookers.reduce((sum, { refusals }) => sum + refusals, 0);
  }

  /** How many events have come to all clients. */
  get heard(): number {
    return this.#watchers.reduce((sum, { heard }) => sum + heard, 0);
  }

  /** How often readers were answered at all. */
  get readings(): number {
    return this.#lookers.reduce((sum, { answers }) => sum + answers, 0);
  }

  /** What was done, and what became of it. */
  get summary(): string {
    const sum = (of: "done" | "refused" | "unknown") =>
      [...this.world.done.values()].reduce((total, counts) => total + counts[of], 0);
    return `${sum("done")} done, ${sum("refused")} refused, ${sum("unknown")} unanswered; ${this.world.ledger.size} facts`;
  }

  /** Waits for what was scheduled for soon, which is the server's own doing. */
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
