import { type Cast, realm } from "./organization.ts";
import type { Json, Person, Reply } from "./person.ts";

/** The callers that try each operation: one of each role, and a bot that noah owns. */
export const CALLERS = ["owner", "administrator", "moderator", "member", "guest", "bot"] as const;
export type Caller = (typeof CALLERS)[number];

export interface RealmWithCallers extends Cast {
  readonly by: Readonly<Record<Caller, Person>>;
}

export async function realmWithCallers(): Promise<RealmWithCallers> {
  const cast = await realm();
  const { iris, omar, mona, noah, gus } = cast;
  const bot = await cast.bot(noah);
  return { ...cast, by: { owner: iris, administrator: omar, moderator: mona, member: noah, guest: gus, bot } };
}

/** Returns the outcome of a request: `ok`, or the error's code and message. */
export async function outcome(call: Promise<Reply>): Promise<string> {
  const { body } = await call;
  return body.result === "success" ? "ok" : `${body.code}: ${body.msg}`;
}

export async function outcomes(
  attempt: (who: Person, name: Caller) => Promise<Reply>,
  people: RealmWithCallers["by"],
): Promise<Json> {
  const all: Record<string, string> = {};
  for (const name of CALLERS) all[name] = await outcome(attempt(people[name], name));
  return all;
}

/** Returns the same outcome for all callers except those in `but`. */
export const forAll = (answer: string, but: Partial<Record<Caller, string>> = {}): Json => ({
  ...Object.fromEntries(CALLERS.map((name) => [name, answer])),
  ...but,
});

/** Returns a success for some callers, and a refusal for all others. */
export const onlyFor = (allowed: readonly Caller[], refusal: string): Json =>
  forAll(refusal, Object.fromEntries(allowed.map((name) => [name, "ok"])));

export const channelIdOf = async (who: Person, name: string): Promise<number> =>
  (await who.ok(who.get("/get_stream_id", { stream: name }))).stream_id;

/** Creates a channel as a user, who need not be a subscriber, and returns its id. */
export async function makeChannel(
  who: Person,
  name: string,
  subscribers: readonly Person[],
  settings: object = {},
): Promise<number> {
  const ids = subscribers.map((person) => person.id);
  return (await who.ok(who.post("/channels/create", { name, subscribers: ids, ...settings }))).id;
}

export const NOT_PERMITTED = "BAD_REQUEST: Insufficient permission";
