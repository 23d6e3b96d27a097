import { expect, test } from "vitest";
import { makeChannel } from "../../../../support/channels.ts";
import { givePermission } from "../../../../support/groups.ts";
import { fetchMessages, sendToChannel } from "../../../../support/messages.ts";
import { realm } from "../../../../support/organization.ts";
import { type Json, Person } from "../../../../support/person.ts";

const inTerminal = ({ host, email, key, id }: Person) => new Person(host, email, key, id, "ZulipTerminal/0.7.0 Linux");

test("[messages 10] zulip-terminal gets the names of users who reacted, and other clients get only their IDs", async () => {
  const { iris, noah, mia, gus } = await realm();
  const { subscriptions } = await mia.ok(mia.get("/users/me/subscriptions"));
  await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: subscriptions.map(({ name }: Json) => name) }));
  const tea = await makeChannel(noah, "tea", [noah, gus]);
  const id = await sendToChannel(noah, tea, "t", "Tea?");
  for (const who of [mia, noah]) await who.ok(who.post(`/messages/${id}/reactions`, { emoji_name: "tea" }));
  await givePermission(iris, "can_access_all_users_group", "role:members");
  const reactions = async (who: Person) => {
    const { messages } = await fetchMessages(who, { narrow: [["channel", tea]] });
    const fetched = messages.find((message: Json) => message.id === id).reactions;
    expect((await who.ok(who.get(`/messages/${id}`))).message.reactions).toEqual(fetched);
    return fetched;
  };
  const tea_ = { emoji_name: "tea", emoji_code: "1f375", reaction_type: "unicode_emoji" };
  expect(await reactions(gus)).toEqual([
    { ...tea_, user_id: mia.id },
    { ...tea_, user_id: noah.id },
  ]);
  const named = ({ id, email }: Person, full_name: string) => {
    return { ...tea_, user_id: id, user: { id, email, full_name, is_mirror_dummy: false } };
  };
  const noahs = named(noah, "Noah Example");
  expect(await reactions(inTerminal(noah))).toEqual([named(mia, "Mia Example"), noahs]);
  const stranger = named(new Person(gus.host, `user${mia.id}@${gus.host}`, "", mia.id), "Unknown user");
  expect(await reactions(inTerminal(gus))).toEqual([stranger, noahs]);
});

test("[register 4] zulip-terminal gets an email address with each subscription", async () => {
  const { noah } = await realm();
  const terminal = inTerminal(noah);
  const subscriptions = async (who: Person) =>
    (await who.ok(who.post("/register", { fetch_event_types: ["subscription"] }))).subscriptions;
  expect((await subscriptions(terminal))[0]).toMatchObject({ email_address: "" });
  expect((await subscriptions(noah))[0]).not.toHaveProperty("email_address");
});

test("[conventions 3] zulip-terminal gets the error message for an expired queue that it recognizes", async () => {
  const { noah } = await realm();
  const terminal = inTerminal(noah);
  const { queue_id, last_event_id } = await terminal.ok(terminal.post("/register", { event_types: ["message"] }));
  const ask = async (who: Person) => (await who.get("/events", { queue_id, last_event_id })).body;
  const waiting = ask(terminal);
  await noah.ok(noah.get("/testing/object"));
  await noah.ok(noah.delete("/events", { queue_id }));
  const gone = { code: "BAD_EVENT_QUEUE_ID", queue_id, msg: `Bad event queue id: ${queue_id}` };
  expect(await waiting).toMatchObject(gone);
  expect(await ask(terminal)).toMatchObject(gone);
  expect(await ask(noah)).toMatchObject({ ...gone, msg: `Bad event queue ID: ${queue_id}` });
});
