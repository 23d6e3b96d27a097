import type { Json, Person } from "../../process/support/person.ts";
import type { Trial } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { Ledger } from "./ledger.ts";
import { observe } from "./observe.ts";

export interface Message {
  readonly token: string;
  readonly id: number;
  readonly sender: number;
  /** The channel and topic that the message was sent to, or null for a direct message. */
  readonly place: { readonly channel: number; readonly topic: string } | null;
  readonly recipients: readonly number[];
}

/** An organization, the people who act in it, and a record of their actions. */
export interface World {
  readonly server: TortureServer;
  readonly owner: Person;
  readonly people: readonly Person[];
  readonly ledger: Ledger;
  /** The channel that everyone stays subscribed to. */
  readonly general: number;
  /** Channels that people subscribe to and leave. */
  readonly channels: number[];
  readonly groups: number[];
  /** Id of a passive account: others mute it and change its role. */
  readonly bystander: number;
  readonly messages: Message[];
  /** The id of the queue that each user's requests with a `local_id` contain, by user. */
  readonly queues: Map<number, string>;
  /** What each user owns, by kind and user: drafts, files and so on. */
  readonly things: Map<string, Thing[]>;
  readonly done: Map<string, { done: number; refused: number; unknown: number }>;
}

export interface Thing {
  readonly token: string;
  readonly id: number;
  readonly text: string;
}

export function thingsOf({ things }: World, person: Person, kind: string): Thing[] {
  const name = `${kind}/${person.id}`;
  const found = things.get(name) ?? [];
  things.set(name, found);
  return found;
}

const ROLES = { Ada: 200, Mod: 300, Ben: 400, Cleo: 400, Gus: 600 } as const;

export async function makeWorld(trial: Trial, server: TortureServer): Promise<World> {
  const owner = await trial.organization(server);
  const names = trial.isBrief ? (["Ada", "Ben", "Gus"] as const) : (Object.keys(ROLES) as (keyof typeof ROLES)[]);
  const people = [owner, ...(await Promise.all(names.map((name) => owner.invite(name, ROLES[name]))))];
  const bystander = await owner.invite("Stan");
  const general = await owner.channel("general", people);
  const channels = await Promise.all(["harbour", "pier"].map((name) => owner.channel(name, people.slice(0, 3))));
  const groups = await Promise.all(
    ["crew", "watch"].map(async (name) => {
      const made: Json = await owner.ok(owner.post("/user_groups/create", { name, description: name, members: [] }));
      return made.group_id as number;
    }),
  );
  const done = new Map<string, { done: number; refused: number; unknown: number }>();
  const world: World = {
    ...{ server, owner, people, general, channels, groups, done },
    bystander: bystander.id,
    ledger: new Ledger(),
    messages: [],
    things: new Map(),
    queues: new Map(),
  };
  world.ledger.start(await observe(world));
  return world;
}
