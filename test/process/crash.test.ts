import { expect, test } from "vitest";
import { Listener } from "./support/listener.ts";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { Random } from "./support/random.ts";
import { type Server, start } from "./support/server.ts";
import { Talker } from "./support/talker.ts";

// For longer: CRASH_ROUNDS=20 CRASH_SEED=7 npx vitest run --config vitest.process.config.ts test/process/crash.test.ts
const rounds = Number(process.env.CRASH_ROUNDS ?? 5);
const seed = Number(process.env.CRASH_SEED ?? 1);
const args = ["--rate-limits", "off"];
const chores = ["channel", "account", "edit"] as const;
const timeout = 30_000 + rounds * 10_000;

test(`kill -9 under load, ${rounds} times, seed ${seed}: nothing is lost, nothing is there twice`, {
  timeout,
}, async () => {
  const random = new Random(seed);
  let server = await start({ args });
  const owner = await ownerOf(server);
  const people = [owner, await owner.invite("Ada", 200), await owner.invite("Ben", 200)];
  const capabilities = { client_capabilities: { notification_settings_null: true } };
  const listeners = await Promise.all(people.map((person) => Listener.of(person, capabilities)));
  const talkers = listeners.map((listener, index) => {
    return new Talker(`talker${index}`, listener, chores, new Random(seed * 100 + index));
  });

  for (let round = 0; round < rounds; round += 1) {
    await answered(talkers, 10 + random.below(60));
    server = await crash(server, random.pick(["workerd", "node", "all"] as const), talkers);
  }
  await answered(talkers, 10);
  for (const talker of talkers) await talker.stop();

  const said = talkers.flatMap((talker) => talker.said).sort((a, b) => a.id - b.id);
  const accounts = talkers.flatMap((talker) => talker.accounts).sort();
  const channels = talkers.flatMap((talker) => talker.channels).sort();
  for (const [index, listener] of listeners.entries()) {
    await until("everything has been heard", () => talk(listener.messages).length >= said.length);
    expect(talk(listener.messages).map(({ id }) => id)).toEqual(said.map(({ id }) => id));
    expect(echoes(listener)).toEqual(talkers[index]?.said.map(({ id }) => id));
    expect(newAccounts(listener)).toEqual(accounts);
    expect(newChannels(listener)).toEqual(channels);
    await listener.stop();
  }
  for (const [index, person] of people.entries()) {
    expect(talk(await everyMessage(person))).toEqual(
      said.map(({ id, acknowledged }) => ({ id, content: acknowledged })),
    );
    const { subscriptions } = await person.ok(person.get("/users/me/subscriptions"));
    const names = subscriptions.map((channel: Json) => channel.name).filter((name: string) => name !== "general");
    expect(names.sort()).toEqual(talkers[index]?.channels.toSorted());
  }
  const { members } = await owner.ok(owner.get("/users"));
  const emails: string[] = members.map((member: Json) => member.delivery_email);
  expect(emails.filter((email) => email.startsWith("talker")).sort()).toEqual(accounts);
  if (rounds > 5)
    console.log(`${said.length} messages, ${channels.length} channels, ${accounts.length} accounts, ${rounds} crashes`);
});

/** Waits until that many more requests are answered. */
async function answered(talkers: readonly Talker[], more: number): Promise<void> {
  const count = () => talkers.reduce((sum, talker) => sum + talker.answers, 0);
  const goal = count() + more;
  await until(`${more} more answers`, () => {
    for (const { failure } of talkers) if (failure !== undefined) throw failure;
    return count() >= goal;
  });
}

/** Kills, and sees to it that there is a server again, at the same address. */
async function crash(server: Server, which: "workerd" | "node" | "all", talkers: readonly Talker[]): Promise<Server> {
  await server.killHard(which);
  if (which === "workerd") {
    await until("it answers again", () => server.healthy());
    return server;
  }
  // A workerd that has lost its node goes on until the next start ends it; what it acknowledges counts.
  if (which === "node") await answered(talkers, 10);
  return start({ data: server.data, args: [...args, "--port", new URL(server.url).port] });
}

/** What the talkers say, in the order in which it comes. */
function talk(messages: readonly Json[]): { id: number; content: string }[] {
  return messages.filter(({ subject }) => subject.startsWith("talker")).map(({ id, content }) => ({ id, content }));
}

/** The messages that came back to the client that sent them, under the name that it gave them. */
function echoes({ events }: Listener): number[] {
  return events.filter((event) => event.local_message_id !== undefined).map(({ message }) => message.id);
}

function newAccounts({ events }: Listener): string[] {
  const added = events.filter(({ type, op }) => type === "realm_user" && op === "add");
  return added.map(({ person }) => person.delivery_email).sort();
}

function newChannels({ events }: Listener): string[] {
  const created = events.filter(({ type, op }) => type === "stream" && op === "create");
  return created.flatMap(({ streams }) => streams.map((channel: Json) => channel.name)).sort();
}

/** All messages of the first channel, oldest first. */
async function everyMessage(person: Person): Promise<Json[]> {
  const messages: Json[] = [];
  for (let anchor = "oldest"; ; anchor = String(messages.at(-1).id)) {
    const range = { anchor, include_anchor: messages.length === 0, num_before: 0, num_after: 1000 };
    const narrow = [{ operator: "channel", operand: "general" }];
    const page = await person.ok(person.get("/messages", { ...range, narrow, apply_markdown: false }));
    messages.push(...page.messages);
    if (page.found_newest) return messages;
  }
}
