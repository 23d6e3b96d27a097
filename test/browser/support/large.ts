import { PASSWORD, Person } from "../../process/support/person.ts";

const PEOPLE = 10_000;
const CHANNELS = 1_000;
/** How many things one request creates. */
const AT_ONCE = { people: 1_000, channels: 100, messages: 500 };

const GIVEN = ["Ada", "Bela", "Carl", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana"];
const FAMILY = ["Adler", "Bauer", "Cohen", "Duarte", "Eklund", "Fischer", "Garcia", "Huber", "Ito", "Jensen"];

/** An organization of 10,000 people and 1,000 channels. */
interface Large {
  /** A user who is subscribed to every channel and has unread messages in all of them. */
  readonly member: Person;
  /** The sender of the unread messages. */
  readonly colleague: Person;
  /** Channel ids by name: "channel 0" and so on. */
  readonly channels: ReadonlyMap<string, number>;
  /** User ids, starting with person 0. */
  readonly people: readonly number[];
}

/** Returns the name of a person by number. Person 1234 is "Emil 1234 Duarte". */
export const nameOf = (number: number): string => {
  const at = (names: readonly string[], place: number) => names[place % names.length] ?? "";
  return `${at(GIVEN, number)} ${number} ${at(FAMILY, Math.floor(number / GIVEN.length))}`;
};

/** Makes an organization large. This takes about ten seconds. */
export async function enlarge(owner: Person): Promise<Large> {
  const { first, people } = await fillPeople(owner);
  const [member, colleague] = first;
  if (member === undefined || colleague === undefined) throw new Error("nobody was made");
  const names = Array.from({ length: CHANNELS }, (_, number) => ({ name: `channel ${number}` }));
  for (let from = 0; from < CHANNELS; from += AT_ONCE.channels) {
    const subscriptions = names.slice(from, from + AT_ONCE.channels);
    const principals = [owner.id, member.id, colleague.id];
    const rest = { principals, send_new_subscription_messages: false };
    await owner.ok(owner.post("/users/me/subscriptions", { subscriptions, ...rest }));
  }
  const { streams } = await owner.ok(owner.get("/streams"));
  const channels = new Map<string, number>(
    streams.map((one: { name: string; stream_id: number }) => [one.name, one.stream_id]),
  );
  for (let from = 0; from < CHANNELS; from += AT_ONCE.messages) {
    const messages = names.slice(from, from + AT_ONCE.messages).map(({ name }) => {
      return { sender: colleague.id, to: channels.get(name), topic: "plans", content: `what is planned in ${name}` };
    });
    await owner.ok(owner.post("/testing/messages", { messages }));
  }
  return { member, colleague, channels, people };
}

/** Creates the people. The first two log in. */
async function fillPeople(owner: Person): Promise<{ first: Person[]; people: number[] }> {
  const first: Person[] = [];
  const people: number[] = [];
  for (let from = 0; from < PEOPLE; from += AT_ONCE.people) {
    const users = Array.from({ length: AT_ONCE.people }, (_, at) => {
      return { email: `person${from + at}@example.com`, full_name: nameOf(from + at) };
    });
    const { keys } = await owner.ok(owner.post("/testing/users", { users, password: PASSWORD }));
    people.push(...keys.map((key: { readonly user_id: number }) => key.user_id));
    if (from > 0) continue;
    for (const [at, { user_id, api_key }] of keys.slice(0, 2).entries())
      first.push(new Person(owner.url, users[at]?.email ?? "", api_key, user_id, owner.host));
  }
  return { first, people };
}
