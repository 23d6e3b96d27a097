import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import type { Facts } from "./ledger.ts";
import type { World } from "./world.ts";

/** What an action is planned with. */
export interface ActionContext {
  readonly world: World;
  readonly person: Person;
  readonly random: Random;
  /** A text that no other action has. */
  readonly token: string;
}

/** Something that people do: one kind of request, with the facts that it makes true. */
export interface Action {
  readonly name: string;
  /** How often it is chosen, relative to the other actions. */
  readonly weight: number;
  /** What to request now; undefined where there is nothing to act on. */
  plan(context: ActionContext): Plan | undefined;
}

/** One request that is about to be sent. */
export interface Plan {
  /** Where it tries again by itself after its connection broke, it calls `lost` each time. */
  send(lost: () => void): Promise<Reply>;
  /** What is true once the server has done it. */
  readonly facts: Facts;
  /** Takes note of the answer, for other actions to build on. */
  done?(body: Json): void;
}
