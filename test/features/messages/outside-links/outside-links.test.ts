import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { makeGroup } from "../../../support/groups.ts";
import { inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { comeIn, done } from "./support.ts";

/** An organization with a channel that has two topics, one of which a link opens. */
async function withTopicLink(fields: object = {}) {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const made = await iris.ok(
    iris.post("/channels/create", { name: "suppliers", subscribers: [iris.id, noah.id, mia.id] }),
  );
  const say = async (who: typeof iris, topic: string, content: string): Promise<number> =>
    (await who.ok(who.post("/messages", { type: "stream", to: made.id, topic, content }))).id;
  const early = await say(noah, "delivery", "an early word");
  const secret = await say(mia, "prices", "a secret word");
  const link = await iris.ok(
    iris.post("/outside_links", { channel_id: made.id, topic: "delivery", history: true, ...fields }),
  );
  return { ...cast, channel: made.id as number, say, early, secret, link };
}

const HELLO = { type: "stream", topic: "delivery", content: "Hello" };

const storedKeys = (who: Person) =>
  inRealm(who, ({ sql }) =>
    sql
      .exec("SELECT key_hash FROM outside_links")
      .toArray()
      .map((row) => row["key_hash"]),
  );

describe("a link for people outside", () => {
  test("[security 29.2] hides names of topics outside it in move notifications", async () => {
    const { iris, host, link, secret, early } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const move = { propagate_mode: "change_one", send_notification_to_old_thread: true };
    await iris.ok(iris.patch(`/messages/${secret}`, { ...move, topic: "delivery" }));
    await iris.ok(iris.patch(`/messages/${early}`, { ...move, topic: "prices" }));
    const { messages } = await done(ana.ask("GET", "/messages", { anchor: "newest", num_before: 9, num_after: 0 }));
    const notices = messages.map(({ content }: Json) => content).filter((text: string) => text.includes("moved"));
    expect(notices).toHaveLength(2);
    expect(JSON.stringify(messages)).not.toContain("prices");
  });

  test("[security 29.2] to a whole channel doesn't reveal where a message was moved from or to", async () => {
    const { iris, host, channel, early } = await withTopicLink();
    const { id: vault } = await iris.ok(iris.post("/channels/create", { name: "vault", subscribers: [iris.id] }));
    const { url } = await iris.ok(iris.post("/outside_links", { channel_id: channel, history: true }));
    const ana = await comeIn(host, url);
    for (const stream_id of [vault, channel]) {
      const { queue_id, last_event_id } = await done(ana.ask("POST", "/register", { event_types: ["update_message"] }));
      await iris.ok(iris.patch(`/messages/${early}`, { stream_id, propagate_mode: "change_one" }));
      const poll = await ana.ask("GET", "/events", { queue_id, last_event_id, dont_block: true });
      expect(poll.body.code).toBe("BAD_EVENT_QUEUE_ID");
    }
  });

  test("accepts files from people outside only if it allows them", async () => {
    const { iris, noah, host, channel, link } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const upload = () => ana.ask("POST", "/user_uploads?filename=plan.txt", { content: "a plan" });
    expect((await upload()).status).toBe(403);
    await iris.ok(iris.patch(`/outside_links/${link.outside_link.link_id}`, { can_upload: true }));
    const { url } = await done(upload());
    await done(ana.ask("POST", "/messages", { ...HELLO, to: channel, content: `[plan](${url})` }));
    expect((await fetchPage(host, url, { as: noah })).status).toBe(200);
  });

  test("[security 29.5] shows what it gives access to, and admits a stranger who enters a name", async () => {
    const { iris, host, link, channel } = await withTopicLink();
    const stranger = new Browser(host);
    const page = await (await stranger.fetch("GET", new URL(link.url).pathname)).text();
    for (const text of ["Iris Owner", "suppliers", "delivery"]) expect(page).toContain(text);
    const ana = await comeIn(host, link.url);
    const me = await done(ana.ask("GET", "/users/me"));
    expect([me.full_name, me.role]).toEqual(["Ana (outside)", 600]);
    const { outside_links: listed } = await iris.ok(iris.get("/outside_links"));
    expect(listed).toMatchObject([
      { channel_id: channel, people: [{ user_id: me.user_id }], ended_at: null, url: null },
    ]);
    expect(await storedKeys(iris)).not.toContain(new URL(link.url).pathname.split("/").at(-1));
    const again = await new Browser(host).fetch("POST", new URL(link.url).pathname, { full_name: "Bea" });
    const wrong = await new Browser(host).fetch("POST", "/outside/wrong", { full_name: "Bea" });
    expect([again.status, await again.text()]).toEqual([404, await wrong.text()]);
    await iris.ok(iris.delete(`/outside_links/${listed[0].link_id}`));
    const ended = await new Browser(host).fetch("GET", new URL(link.url).pathname);
    expect([ended.status, await ended.text()]).toEqual([
      404,
      await (await new Browser(host).fetch("GET", "/outside/x")).text(),
    ]);
  });

  test("shows one topic, and lets people reply only there", async () => {
    const { host, link, channel, early, secret } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const page = { anchor: "newest", num_before: 100, num_after: 0 };
    const { messages } = await done(ana.ask("GET", "/messages", page));
    expect(messages.map(({ id }: { id: number }) => id)).toEqual([early]);
    expect((await ana.ask("GET", `/messages/${secret}`)).status).toBe(400);
    const send = (topic: string) =>
      ana.ask("POST", "/messages", { type: "stream", to: channel, topic, content: "Hello" });
    expect((await send("delivery")).status).toBe(200);
    expect((await send("prices")).status).toBe(400);
    expect((await send("new")).status).toBe(400);
    expect((await ana.ask("GET", "/streams")).body).toMatchObject({ code: "PERMISSION_DENIED" });
  });

  test("lets POST /register return only its channel, the people who wrote there, and the access that it gives", async () => {
    const { iris, noah, mia, host, link, channel } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const { user_id: me } = await done(ana.ask("GET", "/users/me"));
    const types = ["message", "outside_links", "realm_user", "subscription", "stream", "realm", "realm_user_groups"];
    const more = ["channel_folders", "update_message_flags", "presence", "user_status", "user_settings", "realm_emoji"];
    const state = await done(ana.ask("POST", "/register", { event_types: [...types, ...more] }));
    expect(state.subscriptions.map((one: { stream_id: number }) => one.stream_id)).toEqual([channel]);
    expect([state.streams.length, state.never_subscribed, state.unsubscribed]).toEqual([1, [], []]);
    const seen = [iris.id, noah.id, me].sort((a, b) => a - b);
    expect(state.realm_users.map((one: { user_id: number }) => one.user_id)).toEqual(seen);
    expect(JSON.stringify(state)).not.toContain(`${mia.email}`);
    expect(state.outside_access).toMatchObject({ channel_id: channel, topic: "delivery", inviter_id: iris.id });
    const inside = await noah.ok(noah.post("/register", { event_types: ["outside_links"] }));
    expect(inside.outside_links).toMatchObject([{ channel_id: channel, topic: "delivery", user_ids: [me] }]);
    expect(inside.outside_access).toBeNull();
    const gone = await done(
      ana.ask("GET", `/events`, { queue_id: state.queue_id, last_event_id: -1, dont_block: true }),
    );
    expect(gone.events).toEqual([]);
  });

  test("[security 29.2] opens only files in its topic's messages, and counts only those messages as unread", async () => {
    const { noah, host, say, secret, channel, link } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const { url } = await noah.ok(sendFiles(noah, "/user_uploads", [textFile("the plan")]));
    await say(noah, "prices", `[plan](${url})`);
    const path = url.slice("/user_uploads/".length);
    const open = async () => (await ana.ask("GET", `/user_uploads/${path}`)).status;
    expect(await open()).not.toBe(200);
    const shown = await say(noah, "delivery", `@**all** [plan](${url})`);
    expect(await open()).toBe(200);
    const types = ["message", "update_message_flags"];
    const { unread_msgs, max_message_id } = await done(ana.ask("POST", "/register", { event_types: types }));
    expect(unread_msgs.streams).toEqual([{ stream_id: channel, topic: "delivery", unread_message_ids: [shown] }]);
    expect([unread_msgs.count, max_message_id]).toEqual([1, shown]);
    expect((await done(ana.ask("GET", `/users/me/${channel}/topics`))).topics).toMatchObject([{ name: "delivery" }]);
    const flag = { messages: [secret], op: "add", flag: "starred" };
    expect((await ana.ask("POST", "/messages/flags", flag)).status).toBe(400);
  });

  test("opens no messages from before it was created, unless it includes the history", async () => {
    const { host, iris, noah, mia, channel, say } = await withTopicLink();
    const last = await say(noah, "delivery", "the last word before");
    const fields = { channel_id: channel, topic: "delivery", history: false };
    const link = await iris.ok(iris.post("/outside_links", fields));
    const first = await say(mia, "delivery", "the first word after");
    const ana = await comeIn(host, link.url);
    const page = { anchor: "newest", num_before: 100, num_after: 0 };
    const { messages } = await done(ana.ask("GET", "/messages", page));
    expect(messages.map(({ id }: { id: number }) => id)).toEqual([first]);
    expect((await ana.ask("GET", `/messages/${last}`)).status).toBe(400);
    const { realm_users } = await done(ana.ask("POST", "/register", { event_types: ["realm_user"] }));
    const seen = realm_users.map(({ user_id }: { user_id: number }) => user_id);
    expect(seen).toContain(mia.id);
    expect(seen).not.toContain(noah.id);
  });

  test("[security 29.2] reveals no other channels", async () => {
    const { iris, mia, host, link } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const { id } = await iris.ok(iris.post("/channels/create", { name: "vault", invite_only: true, subscribers: [] }));
    const send = async (to: string | number) => (await ana.ask("POST", "/messages", { ...HELLO, to })).body.msg;
    expect(await send("vault")).toBe("Channel 'vault' does not exist");
    expect(await send("no vault")).toBe("Channel 'no vault' does not exist");
    expect(await send(id)).toBe(`Channel with ID '${id}' does not exist`);
    expect(mia.id).toBeGreaterThan(0);
  });

  test("[security 29.3] reveals no users or channels that settings refer to", async () => {
    const { iris, mia, host, link, channel } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const { queue_id, last_event_id } = await done(ana.ask("POST", "/register", {}));
    const { id: hidden } = await iris.ok(iris.post("/channels/create", { name: "vault", subscribers: [iris.id] }));
    const only = ({ id }: Person) => ({ new: { direct_members: [id], direct_subgroups: [] } });
    await iris.ok(iris.patch("/realm", { new_stream_announcements_stream_id: hidden }));
    await iris.ok(iris.patch("/realm", { can_add_custom_emoji_group: only(mia) }));
    await iris.ok(iris.patch(`/streams/${channel}`, { can_move_messages_within_channel_group: only(mia) }));
    await iris.ok(iris.patch("/realm", { can_add_custom_emoji_group: only(iris), description: "We supply" }));
    await iris.ok(iris.patch(`/streams/${channel}`, { can_move_messages_within_channel_group: only(iris) }));
    const { events } = await done(ana.ask("GET", "/events", { queue_id, last_event_id, dont_block: true }));
    const named = (event: object) => /"direct_members":\[(\d+)\]/.exec(JSON.stringify(event))?.[1];
    expect(events.map(named).filter(Boolean)).toEqual([`${iris.id}`, `${iris.id}`]);
    expect(JSON.stringify(events)).not.toContain("announcements");
    expect(JSON.stringify(events)).toContain("We supply");
  });

  test.each([
    ["reverses the text after it", "Iris Owner\u202e"],
    ["contains a line break", "Iris Owner\u2028x"],
    ["looks blank", `Iris Owner${"\u3164".repeat(9)}`],
    ["consists of many spaces", "Iris Owner\u2003\u2003\u2003x"],
    ["claims to be from somewhere", "Iris Owner (inside)"],
  ])("refuses a name that %s", async (_, name) => {
    const { host, link } = await withTopicLink();
    await expect(comeIn(host, link.url, name)).rejects.toThrow("Invalid characters in name!");
    await comeIn(host, link.url, "Zoë علی O’Brien");
  });

  test("[security 29.8] keeps its suffix on names regardless of who changes them, and refuses names that would hide it", async () => {
    const { iris, host, link } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    const { user_id } = await done(ana.ask("GET", "/users/me"));
    const rename = (full_name: string) => ana.ask("PATCH", "/settings", { full_name });
    const name = async () => (await done(ana.ask("GET", "/users/me"))).full_name;
    await done(rename("Ana Lima"));
    expect(await name()).toBe("Ana Lima (outside)");
    await done(rename("Ana Maria (outside)"));
    expect(await name()).toBe("Ana Maria (outside)");
    for (const hidden of ["Iris Owner\u202e", "Iris Owner\u2028x", "Iris (inside)", "x".repeat(61)])
      expect((await rename(hidden)).status).toBe(400);
    await iris.ok(iris.patch(`/users/${user_id}`, { full_name: "Iris Twin" }));
    expect(await name()).toBe("Iris Twin (outside)");
    expect((await iris.patch(`/users/${user_id}`, { full_name: "Iris\u202e" })).body.msg).toBe(
      "Invalid characters in name!",
    );
    await iris.ok(iris.patch("/realm", { name_changes_disabled: true }));
    expect((await rename("Ana")).status).toBe(400);
    expect((await ana.ask("PATCH", "/settings", { email: "a@example.org" })).status).toBe(403);
  });

  test("is shown to those who gain access to its channel, and to no one who doesn't", async () => {
    const { iris, noah, mia, omar } = await realm();
    const crew = await makeGroup(iris, "crew", [iris]);
    const shared = { invite_only: true, history_public_to_subscribers: true };
    const den = await makeChannel(iris, "den", [iris, noah], shared);
    const hall = await makeChannel(iris, "hall", [iris, noah], { ...shared, can_subscribe_group: crew });
    const opened = async (channel_id: number) =>
      (await iris.ok(iris.post("/outside_links", { channel_id }))).outside_link.link_id as number;
    const [toDen, toHall] = [await opened(den), await opened(hall)];
    const wanted = { event_types: ["outside_links"] };
    const queues = [await mia.queue(wanted), await omar.queue(wanted)];
    expect(queues.map(({ state }) => state.outside_links)).toEqual([[], []]);
    const told = () =>
      Promise.all(
        queues.map(async (queue) =>
          (await queue.events()).map(({ op, outside_link }: Json) => [op, outside_link?.link_id]),
        ),
      );
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "den" }], principals: [mia.id] }));
    expect(await told()).toEqual([[["add", toDen]], []]);
    await iris.ok(iris.post(`/user_groups/${crew}/members`, { add: [omar.id] }));
    expect(await told()).toEqual([[], [["add", toHall]]]);
  });

  test("set to its current values sends no event and isn't audited", async () => {
    const { iris, noah, link } = await withTopicLink();
    const { link_id, max_people, can_post } = link.outside_link;
    const queue = await noah.queue({ event_types: ["outside_links"] });
    const changes = () =>
      inRealm(
        iris,
        ({ sql }) => sql.exec("SELECT id FROM audit_entries WHERE action = 'outside_link.changed'").toArray().length,
      );
    for (const same of [{}, { max_people, can_post }]) await iris.ok(iris.patch(`/outside_links/${link_id}`, same));
    expect([await queue.events(), await changes()]).toEqual([[], 0]);
    await iris.ok(iris.patch(`/outside_links/${link_id}`, { max_people: max_people + 1 }));
    expect([(await queue.events()).length, await changes()]).toEqual([1, 1]);
  });

  test("stops working when it is deleted, and ends its sessions", async () => {
    const { iris, host, link } = await withTopicLink();
    const ana = await comeIn(host, link.url);
    await iris.ok(iris.delete(`/outside_links/${link.outside_link.link_id}`));
    expect((await ana.ask("GET", "/users/me")).status).toBe(401);
    expect((await new Browser(host).fetch("GET", new URL(link.url).pathname)).status).toBe(404);
  });
});
