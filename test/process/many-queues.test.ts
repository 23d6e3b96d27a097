/** @module-tag nightly */
import { expect, test } from "vitest";
import { type Json, ownerOf, Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { type Server, start } from "./support/server.ts";

const PEOPLE = 14;
/** Maximum per account. */
const QUEUES_EACH = 100;
const KILLS = 2;
const SENDS = 40;

interface Account {
  readonly id: number;
  readonly email: string;
  readonly key: string;
}

interface Listener {
  readonly account: Account;
  readonly id: string;
  /** Messages acknowledged to their senders while the queue existed. */
  readonly due: number[];
}

/** Runs `act` for all items, with limited concurrency. */
async function withAll<T>(all: Iterable<T>, act: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const work = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

const shuffled = <T>(random: Random, all: Iterable<T>): T[] =>
  [...all]
    .map((one) => ({ one, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);

test("after a kill, each of over a thousand short-lived queues has its events once and in order", async () => {
  const args = ["--test-hooks", "--rate-limits", "off"];
  const random = new Random(1);
  let server: Server = await start({ args });
  const by = ({ id, email, key }: Account) => new Person(server.url, email, key, id);
  const owner = await ownerOf(server);
  const users = Array.from({ length: PEOPLE }, (_, index) => ({
    email: `person${index}@example.com`,
    full_name: `Person ${index}`,
  }));
  const { keys } = await owner.ok(owner.post("/testing/users", { users }));
  const accounts = users.map(
    ({ email }, index): Account => ({ email, id: keys[index].user_id, key: keys[index].api_key }),
  );

  const listeners = new Set<Listener>();
  const begin = async (account: Account) => {
    const person = by(account);
    const { queue_id } = await person.ok(person.post("/register", { event_types: ["message"], fetch_event_types: [] }));
    listeners.add({ account, id: queue_id, due: [] });
  };
  const end = async (listener: Listener) => {
    const person = by(listener.account);
    listeners.delete(listener);
    await person.ok(person.delete("/events", { queue_id: listener.id }));
  };
  const say = (from: Account, to: readonly Account[]) =>
    by(from).post("/messages", { type: "direct", to: to.map(({ id }) => id), content: "Hello" });
  const heard = async ({ account, id }: Listener): Promise<number[]> => {
    const person = by(account);
    const { events } = await person.ok(person.get("/events", { queue_id: id, last_event_id: -1, dont_block: true }));
    return events.map(({ message }: Json) => message.id);
  };

  await withAll(
    shuffled(
      random,
      accounts.flatMap((account) => Array<Account>(QUEUES_EACH).fill(account)),
    ),
    begin,
  );
  for (let kill = 0; kill < KILLS; kill++) {
    for (let sent = 0; sent < SENDS; sent++) {
      const to = shuffled(random, accounts).slice(random.below(PEOPLE));
      const from = random.pick(to);
      const { id } = await by(from).ok(say(from, to));
      for (const { account, due } of listeners) if (to.includes(account)) due.push(id);
      for (const listener of shuffled(random, listeners).slice(0, 3)) {
        await end(listener);
        await begin(listener.account);
      }
    }
    const cut = say(random.pick(accounts), accounts).catch(() => {});
    await server.killHard("all");
    await cut;
    server = await start({ data: server.data, args });
    await withAll(listeners, async (listener) => {
      const messages = await heard(listener);
      // The interrupted message may have been stored.
      const [last] = messages.slice(listener.due.length);
      if (last !== undefined) listener.due.push(last);
      expect(messages).toEqual(listener.due);
    });
  }
});
