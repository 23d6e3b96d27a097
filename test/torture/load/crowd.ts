import { until } from "../../process/support/processes.ts";
import { type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { Actor } from "./actor.ts";
import { messagesOf, observe } from "./observe.ts";
import { Watcher } from "./watcher.ts";
import { makeWorld, type World } from "./world.ts";

/** People who do all sorts of things at once, and those who look on. */
export class Crowd {
  readonly world: World;
  readonly #actors: readonly Actor[];
  readonly #watchers: readonly Watcher[];

  private constructor(world: World, actors: readonly Actor[], watchers: readonly Watcher[]) {
    this.world = world;
    this.#actors = actors;
    this.#watchers = watchers;
  }

  static async on(server: TortureServer, trial: Trial): Promise<Crowd> {
    const world = await makeWorld(trial, server);
    const actors = world.people.map((person, index) => {
      return new Actor(world, person, "abcdefgh".charAt(index), trial.random.below(2 ** 31));
    });
    return new Crowd(world, actors, await Promise.all(world.people.map(Watcher.of)));
  }

  start(): void {
    for (const actor of this.#actors) actor.start();
  }

  /** Waits until that many more requests are answered. */
  async answered(more: number): Promise<void> {
    const count = () => this.#actors.reduce((sum, { answers }) => sum + answers, 0);
    const goal = count() + more;
    await until(`${more} more answers`, () => {
      for (const { failure } of this.#actors) if (failure !== undefined) throw failure;
      return count() >= goal;
    });
  }

  /** Has everybody stop, and checks that all is as they were told. */
  async settle(): Promise<void> {
    for (const actor of this.#actors) await actor.stop();
    await this.#delivered();
    const { world } = this;
    const received = await Promise.all(world.people.map(messagesOf));
    for (const [index, watcher] of this.#watchers.entries()) await watcher.check(received[index] ?? []);
    world.ledger.check(await observe(world));
    const { differences } = await world.owner.ok(world.owner.get("/testing/differences"));
    if (differences.length > 0) throw new Violation("the realm and D1 do not agree", differences);
  }

  async end(): Promise<void> {
    for (const actor of this.#actors) await actor.stop();
    for (const watcher of this.#watchers) await watcher.stop();
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
    await until("what was scheduled is sent", async () => {
      const lists = await Promise.all(this.world.people.map((person) => person.ok(person.get("/scheduled_messages"))));
      return lists.every(({ scheduled_messages }) =>
        scheduled_messages.every((one: { scheduled_delivery_timestamp: number; failed: boolean }) => {
          return one.failed || one.scheduled_delivery_timestamp > soon;
        }),
      );
    });
  }
}
