import { describe, expect, test } from "vitest";
import {
  type Caller,
  makeChannel,
  onlyFor,
  outcomes,
  type RealmWithCallers,
  realmWithCallers,
} from "../../../../support/channels.ts";
import { flagsOf, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { casts, realm } from "../../../../support/organization.ts";
import { Person } from "../../../../support/person.ts";

const newCast = casts();

const INVALID = "BAD_REQUEST: Invalid message(s)";
const readers = (...names: Caller[]) => onlyFor(names, INVALID);
const MEMBERS = ["owner", "administrator", "moderator", "member", "bot"] as const;
const readable = ({ by }: RealmWithCallers, id: number) => outcomes((who) => who.get(`/messages/${id}`), by);

describe("[messages 6] a message is readable", () => {
  test("in a public channel for everyone except guests who are not subscribed", async () => {
    const cast = await realmWithCallers();
    const { mia, gus } = cast;
    const id = await makeChannel(mia, "open", [mia]);
    const before = await sendToChannel(mia, id, "t", "x");
    expect(await readable(cast, before)).toEqual(readers(...MEMBERS));
    await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "open" }], principals: [gus.id] }));
    expect(await readable(cast, before)).toEqual(readers(...MEMBERS, "guest"));
  });

  test("in a private channel with shared history for subscribers", async () => {
    const cast = await realmWithCallers();
    const { mia, noah } = cast;
    const settings = { invite_only: true, history_public_to_subscribers: true };
    const id = await makeChannel(mia, "closed", [mia], settings);
    const before = await sendToChannel(mia, id, "t", "x");
    expect(await readable(cast, before)).toEqual(readers());
    const subscriptions = [{ name: "closed" }];
    await mia.ok(mia.post("/users/me/subscriptions", { subscriptions, principals: [noah.id] }));
    expect(await readable(cast, before)).toEqual(readers("member"));
    await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["closed"] }));
    expect(await readable(cast, before)).toEqual(readers());
  });

  test("in a private channel with protected history for subscribers who received it", async () => {
    const cast = await realmWithCallers();
    const { mia, noah, gus } = cast;
    const settings = { invite_only: true, history_public_to_subscribers: false };
    const id = await makeChannel(mia, "closed", [mia, gus], settings);
    const subscriptions = [{ name: "closed" }];
    const join = () => mia.ok(mia.post("/users/me/subscriptions", { subscriptions, principals: [noah.id] }));
    const first = await sendToChannel(mia, id, "t", "x");
    await join();
    const second = await sendToChannel(mia, id, "t", "x");
    expect(await readable(cast, first)).toEqual(readers("guest"));
    expect(await readable(cast, second)).toEqual(readers("guest", "member"));
    await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["closed"] }));
    const third = await sendToChannel(mia, id, "t", "x");
    expect(await readable(cast, second)).toEqual(readers("guest"));
    await join();
    expect(await readable(cast, second)).toEqual(readers("guest", "member"));
    expect(await readable(cast, third)).toEqual(readers("guest"));
  });

  test("in a private channel with shared history for users with access to its content through a group", async () => {
    const cast = await realmWithCallers();
    const { mia, omar, gus } = cast;
    const group = { direct_members: [omar.id, gus.id], direct_subgroups: [] };
    for (const [name, setting] of [
      ["a", "can_subscribe_group"],
      ["b", "can_add_subscribers_group"],
      ["c", "can_administer_channel_group"],
    ] as const) {
      for (const shared of [true, false]) {
        const settings = { invite_only: true, history_public_to_subscribers: shared, [setting]: group };
        const id = await makeChannel(mia, `${name} ${shared}`, [mia], settings);
        const isOpen = shared && name !== "c";
        expect(await readable(cast, await sendToChannel(mia, id, "t", "x"))).toEqual(
          isOpen ? readers("administrator") : readers(),
        );
      }
    }
  });

  test("in a direct message conversation for its members", async () => {
    const cast = await realmWithCallers();
    const { mia, noah, gus } = cast;
    expect(await readable(cast, await sendDirect(mia, [noah, gus], "x"))).toEqual(readers("member", "guest"));
    expect(await readable(cast, await sendDirect(mia, [mia], "x"))).toEqual(readers());
  });

  test("only if it exists", async () => {
    const cast = await realmWithCallers();
    for (const id of [999, 4_294_967_296, 9_007_199_254_740_991]) {
      expect(await readable(cast, id)).toEqual(readers());
    }
  });

  test("in a web-public channel for spectators too, if the organization allows them", async () => {
    const { iris, noah } = await realm();
    const nobody = new Person(noah.host, "", "");
    await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
    const open = await sendToChannel(noah, await makeChannel(iris, "open", [noah], { is_web_public: true }), "", "x");
    const plain = await sendToChannel(noah, await makeChannel(noah, "plain", [noah]), "t", "x");
    const seen = await nobody.ok(nobody.get(`/messages/${open}`));
    expect(seen.message).toMatchObject({ id: open, flags: ["read", "historical"], subject: "general chat" });
    for (const id of [plain, await sendDirect(iris, [iris], "x"), 999]) {
      expect((await nobody.get(`/messages/${id}`)).body.msg).toBe("Invalid message(s)");
    }
  });
});

test("[4.11] GET /messages/{id} returns a message in the format that the client requests", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "tea", [noah, mia]);
  const sent = await sendToChannel(noah, id, "", "*leaf*");
  const ask = async (fields: object) => mia.ok(mia.get(`/messages/${sent}`, { ...fields }));
  const html = await ask({});
  expect(html.raw_content).toBe("*leaf*");
  expect(html.message).toEqual({
    id: sent,
    sender_id: noah.id,
    sender_email: noah.email,
    sender_full_name: "Noah Example",
    sender_realm_str: noah.host.split(".")[0],
    avatar_url: null,
    client: "ParleyTest",
    timestamp: expect.any(Number),
    recipient_id: expect.any(Number),
    display_recipient: "tea",
    type: "stream",
    stream_id: id,
    subject: "general chat",
    topic_links: [],
    is_me_message: false,
    content: "<p><em>leaf</em></p>",
    content_type: "text/html",
    reactions: [],
    submessages: [],
    flags: [],
  });
  const modern = await ask({ apply_markdown: false, allow_empty_topic_name: true, client_gravatar: false });
  expect(modern.message).toMatchObject({ content: "*leaf*", content_type: "text/x-markdown", subject: "" });
  expect(modern.message.avatar_url).toContain("https://");
});

test("[conventions 7] message IDs grow in sending order, and a conversation has one recipient_id", async () => {
  const { noah, mia } = await newCast();
  const ids: number[] = [];
  for (const [from, to] of [
    [noah, mia],
    [mia, noah],
    [noah, mia],
  ] as const)
    ids.push(await sendDirect(from, [to], "x"));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const recipients = [];
  for (const who of [noah, mia]) {
    for (const id of ids) recipients.push((await who.ok(who.get(`/messages/${id}`))).message.recipient_id);
  }
  expect(new Set(recipients).size).toBe(1);
  expect(await flagsOf(mia, ids[0] as number)).toEqual([]);
});
