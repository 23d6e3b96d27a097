import { expect, test } from "vitest";
import { features } from "../../../../src/features.ts";
import { askForRoomFromPage, join, startCall } from "../../../support/calls.ts";
import { makeChannel, realmWithCallers } from "../../../support/channels.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { withEnv } from "../../../support/object.ts";
import type { Json } from "../../../support/person.ts";
import { comeIn, done, EVENT_TYPES } from "./support.ts";

/** The id of a call that doesn't exist. */
const UNKNOWN = "123456789012345";
const client_capabilities = { notification_settings_null: true, calls: true, channel_boards: true };

/** A person outside, whose link opens one topic of a channel and its calls, with a queue for all events. */
async function inTopic() {
  const cast = await realmWithCallers();
  const { iris, noah, mia, host } = cast;
  const channel = await makeChannel(iris, "suppliers", [iris, noah, mia]);
  const message = await sendToChannel(noah, channel, "delivery", "on Monday");
  const fields = { channel_id: channel, topic: "delivery", history: true, can_call: true };
  const { url, outside_link } = await iris.ok(iris.post("/outside_links", fields));
  const ana = await comeIn(host, url);
  const { user_id: person } = await done(ana.ask("GET", "/users/me"));
  const register = () => done(ana.ask("POST", "/register", { event_types: EVENT_TYPES, client_capabilities }));
  const { queue_id, last_event_id } = await register();
  const events = async (): Promise<Json[]> =>
    (await done(ana.ask("GET", "/events", { queue_id, last_event_id, dont_block: true }))).events;
  return { ...cast, channel, message, link: outside_link.link_id, ana, person, register, events };
}

const inDelivery = (to: number) => ({ type: "channel", to, topic: "delivery" });

test("[security 29.3] people outside get no events of boards and voice rooms", async () => {
  const { iris, noah, channel, message, events } = await inTopic();
  const hidden = await sendToChannel(noah, channel, "prices", "high");
  const path = `/streams/${channel}`;
  await iris.ok(iris.patch(`${path}/page`, { content: "Ask for **less**", base_version: 0 }));
  for (const pin of [{ topic: "delivery" }, { topic: "prices" }, { message_id: message }, { message_id: hidden }])
    await iris.ok(iris.post(`${path}/pins`, pin));
  const { pin_id } = await iris.ok(iris.post(`${path}/pins`, { url: "https://tea.example/", title: "Tea" }));
  await iris.ok(iris.patch(`${path}/pins/${pin_id}`, { title: "More tea", position: 0 }));
  await iris.ok(iris.delete(`${path}/pins/${pin_id}`));
  await iris.ok(iris.post(`${path}/voice_room`));
  await iris.ok(iris.delete(`${path}/voice_room`));
  const id = await sendToChannel(noah, channel, "delivery", "on Tuesday");
  expect(await events()).toMatchObject([{ type: "message", message: { id } }]);
});

test("[security 29.2] people outside get the same error for calls that their link doesn't open as for calls that don't exist", async () => {
  const { iris, noah, mia, channel, ana, register, events } = await inTopic();
  const other = await makeChannel(iris, "other", [iris, noah, mia]);
  await iris.ok(iris.post(`/streams/${channel}/voice_room`));
  const hidden: string[] = [(await noah.ok(noah.post(`/streams/${channel}/voice_room/enter`))).call_id];
  for (const place of [
    { type: "channel", to: channel, topic: "prices" },
    inDelivery(other),
    { type: "direct", to: [mia.id] },
  ])
    hidden.push((await startCall(noah, place)).call_id);
  for (const id of hidden) {
    const { call } = await join(noah, id);
    const { call: leaving } = await join(mia, id);
    leaving.say({ type: "leave" });
    await call.of("gone");
  }
  const { call_id } = await startCall(noah, inDelivery(channel));
  const { ticket } = await done(ana.ask("POST", `/calls/${call_id}/ticket`));
  const headers = { "X-CSRFToken": ana.csrf, Upgrade: "websocket", Origin: `http://${ana.host}` };
  const answerOf = async (route: string, call: string) => {
    const [method = "", path = ""] = route.replace(":call_id", call).split(" ");
    const answer = await ana.fetch(method, `/json${path}`, { ticket }, headers);
    return { route, status: answer.status, text: await answer.text() };
  };
  const routes = features
    .flatMap(({ endpoints = [] }) => endpoints)
    .flatMap(({ route, internal }) => (route.includes("/:call_id") && internal !== true ? [route] : []));
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    const unknown = await answerOf(route, UNKNOWN);
    expect(unknown.status).toBeGreaterThanOrEqual(400);
    for (const id of hidden) expect(await answerOf(route, id)).toEqual(unknown);
  }
  for (const id of hidden) {
    const ends = [await iris.post(`/calls/${id}/end`), await noah.post(`/calls/${id}/end`)];
    expect(ends.map(({ status }) => status)).toContain(200);
  }
  const told = (await events()).filter(({ type }) => type === "call" || type === "message");
  expect(told.map(({ type, op }) => [type, op])).toEqual([
    ["message", undefined],
    ["call", "start"],
  ]);
  expect(told[1].call).toMatchObject({ call_id, topic: "delivery" });
  expect((await register()).calls).toMatchObject([{ call_id, topic: "delivery" }]);
});

test("a call shows a person outside like any other participant, and gives each participant their own credentials", () =>
  withEnv({ CALLS_TURN_URLS: "turn:turn.example:3478", CALLS_TURN_SECRET: "s".repeat(32) }, async () => {
    const { iris, noah, mia, host, channel, link, ana, person } = await inTopic();
    const { call_id } = await startCall(noah, inDelivery(channel));
    const { call } = await join(noah, call_id);
    await join(mia, call_id);
    const { member: hers } = await call.of("join");
    const room = await askForRoomFromPage(ana, call_id, { Origin: `http://${host}` });
    const state = await room.call?.hello({ device: "page" });
    const { member } = await call.of("join");
    expect(member).toEqual({ ...hers, id: 3, user_id: person, device: "page", joined_at: member.joined_at });
    expect(state.may).toEqual([]);
    expect(state.members.map(({ user_id }: Json) => user_id)).toEqual([noah.id, mia.id, person]);
    expect(state.ice_servers.map(({ username }: Json) => Number(username.split(":")[1]))).toEqual([person]);
    for (const act of ["mute", "remove", "lock", "end"])
      expect(await room.call?.ask({ type: "moderate", act, member: 1 })).toMatchObject({ code: "FORBIDDEN" });
    await iris.ok(iris.delete(`/outside_links/${link}`));
    expect(await call.of("gone")).toMatchObject({ id: 3, why: "rights" });
    expect(await room.call?.closed).toMatchObject({ code: 4401, reason: "rights" });
  }));
