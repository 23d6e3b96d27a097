import type { Json, Person } from "../support/person.ts";

/** An organization in which every operation can be attempted. */
export interface World {
  readonly host: string;
  readonly iris: Person;
  readonly noah: Person;
  /** The user whom operations are about. */
  readonly mia: Person;
  /** A public channel to which everybody is subscribed. */
  readonly channel: number;
  /** Sends another message to the channel as noah, the member. */
  readonly message: () => Promise<number>;
  /** Creates another bot of noah's. */
  readonly newBot: (fields?: object) => Promise<Person>;
  /** The number of attempts so far, for names that have to be unique. */
  count: number;
}

export interface Sample {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly fields?: Json;
  readonly file?: File;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Sampled = (world: World, who: Person) => Sample | Promise<Sample>;
