import { setTimeout as pause } from "node:timers/promises";
import type { Person, Reply } from "../../process/support/person.ts";
import { until } from "../../process/support/processes.ts";
import { Random } from "../../process/support/random.ts";
import { Violation } from "../frame/part.ts";
import type { Action } from "./action.ts";
import { actions } from "./actions/index.ts";
import type { World } from "./world.ts";

/** How long a server may take to come back, on a busy machine. */
const PATIENCE_MS = 60_000;

/** An account that performs random actions one after the other, each once, until it is stopped. */
export class Actor {
  answers = 0;
  /** True if the connection of the last request broke and the server hasn't returned yet. */
  isDisconnected = false;
  failure: unknown;
  readonly #name: string;
  readonly #world: World;
  readonly #person: Person;
  readonly #random: Random;
  #stopping = false;
  #over: Promise<void> = Promise.resolve();

  constructor(world: World, person: Person, name: string, seed: number) {
    this.#world = world;
    this.#person = person;
    this.#name = name;
    this.#random = new Random(seed);
  }

  start(): void {
    this.#stopping = false;
    this.#over = this.#act().catch((error: unknown) => {
      this.failure = error;
    });
  }

  /** Resolves when the last request has been answered, or its connection has broken. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#over;
    if (this.failure !== undefined) throw this.failure;
  }

  async #act(): Promise<void> {
    while (!this.#stopping) {
      const action = this.#random.pick(weighted);
      await this.#do(action, `${this.#name}${this.#random.below(0x7fffffff).toString(36)}`);
    }
  }

  async #do({ name, plan }: Action, token: string): Promise<void> {
    const { ledger, done } = this.#world;
    const planned = plan({ world: this.#world, person: this.#person, random: this.#random, token });
    if (planned === undefined) return;
    const counts = done.get(name) ?? { done: 0, refused: 0, unknown: 0 };
    done.set(name, counts);
    const lost = (): undefined => {
      this.isDisconnected = true;
    };
    const entry = ledger.begin(`${this.#name} ${name}`, planned.facts);
    const reply = await planned.send(lost).catch(lost);
    const outcome = outcomeOf(reply, `${this.#name}: ${name}`);
    counts[outcome] += 1;
    this.isDisconnected = reply === undefined;
    if (outcome === "unknown") {
      await until("the server is there again", () => this.#person.get("/server_settings").catch(lost), PATIENCE_MS);
      this.isDisconnected = false;
      return;
    }
    this.answers += 1;
    if (outcome === "refused") entry.refuse();
    else {
      entry.acknowledge();
      planned.done?.(reply?.body);
    }
    await pause(0);
  }
}

const weighted = actions.flatMap((action) => Array.from({ length: action.weight }, () => action));

/** Classifies a response. If a store is unavailable, it is unknown whether the change was made. */
function outcomeOf(reply: Reply | undefined, what: string): "done" | "refused" | "unknown" {
  if (reply === undefined) return "unknown";
  const { status, body } = reply;
  if (status === 200) return "done";
  if (status === 503 && body.code === "REQUEST_TIMEOUT") return "unknown";
  if (status >= 400 && status < 500 && typeof body.code === "string") return "refused";
  throw new Violation(`${what} is answered with ${status}`, [JSON.stringify(body)]);
}
