import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PROTOCOL } from "../../../../src/rpc/realm-call.ts";
import { join, membersOf, passInRoom, startCall } from "../../../support/calls.ts";
import { makeChannel } from "../../../support/channels.ts";
import { advanceClock, tablesOf } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { portOf } from "../../../support/realm-port.ts";
import { until } from "../../../support/until.ts";

const MINUTE = 60_000;

const messageOf = async (who: Person, id: number, apply_markdown = true): Promise<Json> =>
  (await who.ok(who.get(`/messages/${id}`, { apply_markdown }))).message;
/** The text of the link that is a message's whole content. */
const wordsOf = async (who: Person, id: number) => />([^<]+)<\/a><\/p>$/.exec((await messageOf(who, id)).content)?.[1];
/** Waits until no work for calls is left. */
const untilWritten = (who: Person) =>
  until(async () => {
    const { outbox = [] } = await tablesOf(who);
    expect((outbox as { job: string }[]).filter(({ job }) => /^calls\.(end|title)/.test(job))).toEqual([]);
  });

test("a call's message shows its duration and number of people, without changing its source and edit time", async () => {
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "kitchen", [noah, mia]);
  const { call_id, message_id } = await startCall(noah, { type: "channel", to: channel, topic: "tea", video: true });
  const before = await messageOf(mia, message_id);
  expect(before.content).toContain(">Join video call.</a></p>");
  await join(noah, call_id);
  await join(mia, call_id);
  await advanceClock(noah, 83 * MINUTE);
  const old = await mia.queue({ event_types: ["update_message"] });
  await noah.ok(noah.post(`/calls/${call_id}/end`));
  await untilWritten(noah);
  const content = before.content.replace("Join video call.", "Video call, 1 h 23 min, 2 people");
  const source = (await messageOf(mia, message_id, false)).content;
  expect(source).toBe(`[Join video call.](http://${noah.host}/call/${call_id})`);
  expect(await old.events()).toEqual([
    expect.objectContaining({
      ...{ type: "update_message", rendering_only: true, user_id: null, message_id, message_ids: [message_id] },
      ...{ content: source, rendered_content: content, stream_id: channel, stream_name: "kitchen" },
    }),
  ]);
  expect(await messageOf(mia, message_id)).toEqual({ ...before, content });
});

/** Sends a report as the call's room does. Returns whether the organization knows the call as open. */
async function report(who: Person, call_id: string, fields: Json): Promise<boolean> {
  const { id: build } = (env as unknown as { VERSION: { id: string } }).VERSION;
  const state = { members: [], locked: false, acts: [], encryption_acts: [], ended: null };
  const answer: Json = await portOf(who).call({
    ...{ protocol: PROTOCOL, build, subdomain: who.host.split(".")[0] ?? "", step: "run", credentials: null },
    ...{ route: "POST /calls/:call_id/report", params: { call_id, ...state, ...fields } },
    ...{ refused: null, prepared: undefined },
    facts: { id: call_id, origin: "", address: "call", userAgent: "", client: "call" },
  });
  return answer.value.known;
}

test("a room's report that arrives after a call has ended still counts the people who took part", async () => {
  const { noah, mia } = await realm();
  const { call_id, message_id } = await startCall(noah, { type: "direct", to: [mia.id] });
  const people = [noah, mia].map(({ id }) => [id, 60]);
  expect(await report(noah, call_id, { seq: 1, members: [noah.id], people: people.slice(0, 1) })).toBe(true);
  await noah.ok(noah.post(`/calls/${call_id}/end`));
  expect(await report(noah, call_id, { seq: 2, members: [noah.id, mia.id], people })).toBe(false);
  expect(await report(noah, call_id, { seq: 1, members: [noah.id], people: people.slice(0, 1) })).toBe(false);
  await untilWritten(noah);
  expect((await noah.ok(noah.get(`/calls/${call_id}`))).call).toMatchObject({
    member_ids: [],
    people_ids: [noah.id, mia.id],
  });
  expect(await wordsOf(mia, message_id)).toBe("Voice call, 1 min, 2 people");
});

test("a call's duration is the time that it had members, and a call is missed if no one answered", async () => {
  const { noah, mia, omar } = await realm();
  const channel = await makeChannel(noah, "kitchen", [noah, mia]);
  const talk = await startCall(noah, { type: "channel", to: channel, topic: "tea" });
  const both = [(await join(noah, talk.call_id)).call, (await join(mia, talk.call_id)).call];
  await advanceClock(noah, 5 * MINUTE);
  for (const one of both) {
    one.say({ type: "leave" });
    await one.closed;
  }
  expect(await membersOf(noah, talk.call_id)).toBe(0);
  await passInRoom(noah, talk.call_id, 61_000);
  const get = async () => (await noah.ok(noah.get(`/calls/${talk.call_id}`))).call;
  await until(async () => expect((await get()).ended_at).toEqual(expect.any(Number)));
  const { seconds } = await get();
  expect([seconds >= 300, seconds < 360]).toEqual([true, true]);

  const missed = await startCall(omar, { type: "direct", to: [mia.id] });
  await join(omar, missed.call_id);
  await omar.ok(omar.post(`/calls/${missed.call_id}/end`));
  const edited = await startCall(omar, { type: "direct", to: [noah.id] });
  await omar.ok(omar.patch(`/messages/${edited.message_id}`, { content: "never mind" }));
  await omar.ok(omar.post(`/calls/${edited.call_id}/end`));
  await untilWritten(noah);
  expect(await wordsOf(noah, talk.message_id)).toMatch(/^Voice call, [56] min, 2 people$/);
  expect(await wordsOf(mia, missed.message_id)).toBe("Missed call");
  expect((await messageOf(noah, edited.message_id)).content).toBe("<p>never mind</p>");
});
