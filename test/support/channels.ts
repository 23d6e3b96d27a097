import { type Cast, organization, realm } from "./organization.ts";
import { type Json, Person, type Reply } from "./person.ts";

/** Whom every operation is tried by: each role, a bot of noah's, and somebody of another organization. */
export const TRIED = ["owner", "administrator", "moderator", "member", "guest", "bot", "outsider"] as const;
export type Tried = (typeof TRIED)[number];

export interface Everybody extends Cast {
  readonly by: Readonly<Record<Tried, Person>>;
}

export async function everybody(): Promise<Everybody> {
  const cast = await realm();
  const { iris, omar, mona, noah, gus, host } = cast;
  const { owner: stranger } = await organization();
  const outsider = new Person(host, stranger.email, stranger.key);
  const bot = await cast.bot(noah);
  return {
    ...cast,
    by: { owner: iris, administrator: omar, moderator: mona, member: noah, guest: gus, bot, outsider },
  };
}

/** What becomes of a call, in one line: `ok`, or the code and the text of the refusal. */
export async function outcome(call: Promise<Reply>): Promise<string> {
  const { body } = await call;
  return body.result === "success" ? "ok" : `${body.code}: ${body.msg}`;
}

/** The outcomes of one operation for all who try it, each in a fresh organization where the operation changes it. */
export async function outcomes(
  attempt: (who: Person, name: Tried) => Promise<Reply>,
  people: Everybody["by"],
): Promise<Json> {
  const all: Record<string, string> = {};
  for (const name of TRIED) all[name] = await outcome(attempt(people[name], name));
  return all;
}

export const idOf = async (who: Person, name: string): Promise<number> =>
  (await who.ok(who.get("/get_stream_id", { stream: name }))).stream_id;

/** Makes a channel as the given person, who need not be in it. */
export async function makeChannel(
  who: Person,
  name: string,
  subscribers: readonly Person[],
  settings: object = {},
): Promise<number> {
  const ids = subscribers.map((person) => person.id);
  return (await who.ok(who.post("/channels/create", { name, subscribers: ids, ...settings }))).id;
}

export const INVALID_KEY = "INVALID_API_KEY: Invalid API key";
export const NOT_PERMITTED = "BAD_REQUEST: Insufficient permission";
