import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { askForRoom, join, startCall } from "../../../support/calls.ts";
import { makeChannel, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { advanceClock, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const OWN = 100;
const JITSI = 1;
const CALLS = { client_capabilities: { notification_settings_null: true, calls: true } };
const DIGITS = "123456789012345";

/** The text that the call button of Zulip's clients inserts from their local state, without a request. */
function textOfButton(state: Json, { video = false, digits = DIGITS } = {}): string {
  const server = state.realm_jitsi_server_url ?? state.server_jitsi_server_url;
  return `[Join ${video ? "video" : "voice"} call.](${server}/${digits}#config.startWithVideoMuted=${!video})`;
}

const stateOf = async (who: Person, options: Json = {}) => (await who.queue(options)).state;
const linkOf = ({ host }: Person, digits: string) => `[call](http://${host}/call/${digits})`;
const write = (who: Person, to: number, content: string, topic = "tea") =>
  who.ok(who.post("/messages", { type: "channel", to, topic, content }));
const find = async (who: Person, digits: string) => (await who.get(`/calls/${digits}`)).body;

test("the call button of Zulip's clients starts calls on this server", async () => {
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "kitchen", [noah, mia]);
  const zulip = await noah.queue();
  expect(zulip.state).toMatchObject({
    realm_video_chat_provider: JITSI,
    realm_jitsi_server_url: null,
    server_jitsi_server_url: `http://${noah.host}/call`,
    jitsi_server_url: `http://${noah.host}/call`,
  });
  expect(Object.values<Json>(zulip.state.realm_available_video_chat_providers).map(({ id }) => id)).toEqual([0, JITSI]);
  expect([zulip.state.calls, zulip.state.server_calls]).toEqual([undefined, undefined]);
  const own = await mia.queue(CALLS);
  expect(own.state).toMatchObject({
    realm_video_chat_provider: OWN,
    realm_available_video_chat_providers: { parley: { id: OWN } },
    server_jitsi_server_url: "https://meet.jit.si",
  });

  const content = textOfButton(zulip.state, { video: true });
  const { id } = await write(noah, channel, content);
  const call = { call_id: DIGITS, message_id: id, starter_id: noah.id, video: true, stream_id: channel, topic: "tea" };
  expect(await own.events()).toMatchObject([{ type: "message" }, { type: "call", op: "start", call }]);
  expect((await askForRoom(mia, DIGITS)).status).toBe(101);
  await join(noah, DIGITS);
  await join(mia, DIGITS, { as: "too" });
  await mia.ok(noah.post(`/calls/${DIGITS}/end`));
  const heard: Json[] = [];
  await until(async () => {
    heard.push(...(await zulip.events()));
    expect(heard.at(-1)).toMatchObject({ type: "update_message", rendering_only: true, message_id: id, content });
  });
  expect(heard.at(-1).rendered_content).toMatch(
    new RegExp(`^<p><a href="[^"]*/call/${DIGITS}#[^"]*"[^>]*>Video call, 1 min, 2 people</a></p>$`),
  );
  expect(heard.filter(({ type }) => !["message", "update_message", "user_topic"].includes(type))).toEqual([]);
});

describe("a call link in a message", () => {
  test("[security 28.9] has no effect if the call was linked before, no matter who posts it and where", async () => {
    const { noah, mia } = await realm();
    const kitchen = await makeChannel(noah, "kitchen", [noah, mia]);
    const den = await makeChannel(noah, "den", [noah], { invite_only: true });
    const { id } = await write(noah, den, linkOf(noah, DIGITS));
    await write(mia, kitchen, linkOf(mia, DIGITS));
    expect(await find(mia, DIGITS)).toMatchObject({ code: "BAD_REQUEST", msg: "Call does not exist" });
    expect((await find(noah, DIGITS)).call).toMatchObject({ message_id: id, stream_id: den, video: false });
    const { call_id } = await startCall(noah, { type: "channel", to: kitchen, topic: "coffee" });
    await write(mia, kitchen, `look: http://${mia.host}/call/${call_id}`, "sugar");
    expect((await find(mia, call_id)).call).toMatchObject({ topic: "coffee", starter_id: noah.id });
  });

  test("leads to the conversation's open call if there is one", async () => {
    const { noah, mia, omar } = await realm();
    const kitchen = await makeChannel(noah, "kitchen", [noah, mia, omar]);
    const { call_id, message_id } = await startCall(noah, { type: "channel", to: kitchen, topic: "tea" });
    await write(mia, kitchen, linkOf(mia, DIGITS));
    expect((await find(omar, DIGITS)).call).toMatchObject({ call_id, message_id });
    const { call, state } = await join(omar, DIGITS);
    expect(state).toMatchObject({ members: [{ user_id: omar.id }] });
    const { ticket } = await mia.ok(mia.post(`/calls/${DIGITS}/ticket`));
    expect((await askForRoom(mia, DIGITS, `room/by_ticket?ticket=${ticket}`)).status).toBe(101);
    expect((await mia.ok(mia.get("/calls", { type: "channel", to: kitchen, topic: "tea" }))).calls).toHaveLength(1);
    await noah.ok(noah.send("DELETE", `/messages/${message_id}`));
    expect((await call.closed).code).toBe(4404);
    expect(await find(omar, DIGITS)).toMatchObject({ msg: "Call does not exist" });
  });

  test("opens a call that stays open for two minutes without members", async () => {
    const { noah } = await realm();
    const kitchen = await makeChannel(noah, "kitchen", [noah]);
    await write(noah, kitchen, linkOf(noah, DIGITS));
    await advanceClock(noah, 119_000);
    expect((await find(noah, DIGITS)).call.ended_at).toBeNull();
  });

  test.each([
    ["in code", (link: string) => `\`${link}\``],
    ["to another server", (link: string) => link.replace(/localhost/, "elsewhere.example")],
    ["without a 15-digit number", (link: string) => link.replace(DIGITS, `${DIGITS}6`)],
    ["followed by more text", (link: string) => link.replace(DIGITS, `${DIGITS}/room`)],
  ])("opens no call if the link is %s", async (_, made) => {
    const { noah } = await realm();
    const kitchen = await makeChannel(noah, "kitchen", [noah]);
    await write(noah, kitchen, made(linkOf(noah, DIGITS)));
    expect(await find(noah, DIGITS)).toMatchObject({ msg: "Call does not exist" });
  });

  test("opens no call if an edit adds it", async () => {
    const { noah } = await realm();
    const kitchen = await makeChannel(noah, "kitchen", [noah]);
    const { id } = await write(noah, kitchen, "tea?");
    await noah.ok(noah.patch(`/messages/${id}`, { content: linkOf(noah, DIGITS) }));
    expect(await find(noah, DIGITS)).toMatchObject({ msg: "Call does not exist" });
  });

  test("[security 28.9] opens a call only if its sender can start calls, but is always posted", async () => {
    const { noah, mia, by } = await realmWithCallers();
    const kitchen = await makeChannel(noah, "kitchen", [noah, mia, by.guest, by.bot]);
    for (const [at, who] of [by.guest, by.bot].entries()) {
      const digits = `${at + 1}23456789012345`;
      await write(who, kitchen, linkOf(who, digits), `t${at}`);
      expect(await find(noah, digits)).toMatchObject({ msg: "Call does not exist" });
    }
    await withConfig(
      noah,
      { calls: { isOn: false, iceServers: [], turn: null, sfu: null, turnKey: null } },
      async () => {
        await write(noah, kitchen, linkOf(noah, DIGITS));
      },
    );
    expect(await find(noah, DIGITS)).toMatchObject({ msg: "Call does not exist" });
    const { call_starts_a_minute } = limits.account;
    const numbers = Array.from({ length: call_starts_a_minute + 1 }, (_, at) => String(500_000_000_000_000 + at));
    for (const digits of numbers) await write(mia, kitchen, linkOf(mia, digits), digits);
    const last = numbers.slice(-2).map(async (digits) => "call" in (await find(mia, digits)));
    expect(await Promise.all(last)).toEqual([true, false]);
  });
});

describe("the call provider", () => {
  test("is announced to each client in the form that it supports, and again when it changes", async () => {
    const { iris, noah } = await realm();
    const [own, zulip] = [await noah.queue(CALLS), await iris.queue()];
    const told = async (queue: typeof own) =>
      (await queue.events()).map(({ type, op, property, value }: Json) => [`${type}/${op}`, property, value]);
    const set = (fields: Json) => iris.ok(iris.patch("/realm", fields));
    const update = "realm/update";
    const both = async () => [await told(own), await told(zulip)];

    await set({ video_chat_provider: JITSI });
    expect(await both()).toEqual([
      [[update, "video_chat_provider", JITSI]],
      [[update, "jitsi_server_url", "https://meet.jit.si"]],
    ]);
    await set({ jitsi_server_url: '"https://meet.example"' });
    expect(await both()).toEqual(Array(2).fill([[update, "jitsi_server_url", "https://meet.example"]]));
    await set({ video_chat_provider: OWN });
    expect(await both()).toEqual([
      [[update, "video_chat_provider", OWN]],
      [[update, "jitsi_server_url", `http://${iris.host}/call`]],
    ]);
    await set({ jitsi_server_url: "default" });
    expect(await both()).toEqual([[[update, "jitsi_server_url", null]], []]);
    await set({ video_chat_provider: 0 });
    expect(await both()).toEqual([
      [[update, "video_chat_provider", 0]],
      [
        [update, "video_chat_provider", 0],
        [update, "jitsi_server_url", "https://meet.jit.si"],
      ],
    ]);
    const [refused] = await eventsDuring([noah], async () => {
      expect((await noah.patch("/realm", { video_chat_provider: OWN })).status).toBe(400);
    });
    expect(refused).toEqual([]);
  });

  test("is Jitsi for every client if calls are disabled", async () => {
    const { noah } = await realm();
    const jitsi = {
      realm_video_chat_provider: JITSI,
      realm_jitsi_server_url: null,
      server_jitsi_server_url: "https://meet.jit.si",
      jitsi_server_url: "https://meet.jit.si",
    };
    await withConfig(
      noah,
      { calls: { isOn: false, iceServers: [], turn: null, sfu: null, turnKey: null } },
      async () => {
        for (const options of [{}, CALLS]) {
          const state = await stateOf(noah, options);
          expect(state).toMatchObject(jitsi);
          expect(Object.keys(state.realm_available_video_chat_providers)).not.toContain("parley");
        }
      },
    );
  });
});
