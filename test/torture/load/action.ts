import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import type { Facts } from "./ledger.ts";
import type { World } from "./world.ts";

export interface ActionContext {
  readonly world: World;
  readonly person: Person;
  readonly random: Random;
  /** A text unique to this action. */
  readonly token: string;
}

/** Something users do: one kind of request, with the facts that it makes true. */
export interface Action {
  readonly name: string;
  /** How often the action is chosen, relative to the others. */
  readonly weight: number;
  /** Returns the next request, or undefined if there is nothing to act on. */
  plan(context: ActionContext): Plan | undefined;
}

/** One request that is about to be sent. */
interface Plan {
  /** Sends the request. Calls `lost` whenever it retries after its connection broke. */
  send(lost: () => void): Promise<Reply>;
  /** What is true once the server has handled the request. */
  readonly facts: Facts;
  /** Records the response, for other actions to build on. */
  done?(body: Json): void;
}
