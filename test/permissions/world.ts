import type { Json, Person } from "../support/person.ts";

/** An organization in which everything can be tried. */
export interface World {
  readonly host: string;
  readonly iris: Person;
  readonly noah: Person;
  /** To whom it is done. */
  readonly mia: Person;
  /** A public one, with everybody in it. */
  readonly channel: number;
  /** Noah, the member, writes another message to the channel. */
  readonly message: () => Promise<number>;
  /** Noah makes another bot. */
  readonly newBot: () => Promise<Person>;
  /** Of the tries so far: for names that must be new. */
  count: number;
}

export interface Sample {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly fields?: Json;
  readonly file?: File;
}

export type Sampled = (world: World, who: Person) => Sample | Promise<Sample>;
