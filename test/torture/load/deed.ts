import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import type { Facts } from "./ledger.ts";
import type { World } from "./world.ts";

export interface Scene {
  readonly world: World;
  readonly person: Person;
  readonly random: Random;
  /** In no other deed. */
  readonly token: string;
}

/** Something that people do. */
export interface Deed {
  readonly name: string;
  /** How often it is done, beside the others. */
  readonly weight: number;
  /** What to ask for here and now; undefined where there is nothing to do it to. */
  plan(scene: Scene): Plan | undefined;
}

export interface Plan {
  send(): Promise<Reply>;
  /** What is so once it has happened. */
  readonly facts: Facts;
  /** Told the answer, for what others can do with it. */
  done?(body: Json): void;
}
