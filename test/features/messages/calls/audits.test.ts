import { expect, test } from "vitest";
import { join, passInRoom, startCall } from "../../../support/calls.ts";
import { makeChannel } from "../../../support/channels.ts";
import { withSfu } from "../../../support/fake-sfu.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const ACTIONS = [
  ...["call.ended_by_other", "call.member_removed", "call.member_muted"],
  ...["call.encryption_turned_off", "call.encryption_turned_on"],
];

/** The audit entries about calls, oldest first. */
const entriesOf = async (owner: Person): Promise<Json[]> => {
  const { entries } = await owner.ok(owner.get("/audit_log", { action: ACTIONS }));
  return entries
    .map(({ action, actor, entity }: Json) => [action, Number(actor.id), entity.type, Number(entity.id)])
    .reverse();
};

test("[security 28.15] the audit log records moderators' actions on other members once, and none on themselves", async () => {
  const { iris, noah, mia, omar } = await realm();
  const channel = await makeChannel(iris, "kitchen", [noah, mia, omar]);
  const where = { type: "channel", to: channel, topic: "tea" };
  const { call_id, message_id } = await startCall(noah, where);
  const { call: moderator, state: own } = await join(omar, call_id);
  const { state } = await join(mia, call_id);
  const act = (what: string, member: number) => moderator.ask({ type: "moderate", act: what, member });
  for (const [what, member] of [
    ["mute", own.me],
    ["mute", state.me],
    ["mute", state.me],
    ["remove", state.me],
  ])
    expect(await act(what, member)).toMatchObject({ ok: expect.any(Number) });
  const muted = ["call.member_muted", omar.id, "user", mia.id];
  const removed = ["call.member_removed", omar.id, "user", mia.id];
  await until(async () => {
    await passInRoom(noah, call_id, 1000);
    expect(await entriesOf(iris)).toEqual([muted, removed]);
  });
  expect(await act("lock", 0)).toMatchObject({ ok: expect.any(Number) });
  await passInRoom(noah, call_id, 1000);
  await omar.ok(omar.post(`/calls/${call_id}/end`));
  const ended = ["call.ended_by_other", omar.id, "message", message_id];
  expect(await entriesOf(iris)).toEqual([muted, removed, ended]);

  const own2 = await startCall(noah, where);
  await noah.ok(noah.post(`/calls/${own2.call_id}/end`));
  const third = await startCall(noah, where);
  const { call } = await join(omar, third.call_id);
  call.say({ type: "moderate", act: "end" });
  expect((await call.closed).code).toBe(4404);
  await until(async () => {
    await passInRoom(noah, third.call_id, 1000);
    expect(await entriesOf(iris)).toEqual([
      ...[muted, removed, ended],
      ["call.ended_by_other", omar.id, "message", third.message_id],
    ]);
  });
});

test("[security 28.15] the audit log records who turned a call's encryption off and on, once for each change", () =>
  withSfu(async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(iris, "vault", [iris, noah]);
    const { call_id, message_id } = await startCall(noah, { type: "channel", to: channel, topic: "tea" });
    const { call } = await join(iris, call_id, { can: ["sfu"] });
    for (const act of ["encrypt", "plain", "plain", "encrypt"])
      expect(await call.ask({ type: "moderate", act })).toMatchObject({ ok: expect.any(Number) });
    await until(async () => {
      await passInRoom(noah, call_id, 1000);
      expect(await entriesOf(iris)).toEqual([
        ["call.encryption_turned_off", iris.id, "message", message_id],
        ["call.encryption_turned_on", iris.id, "message", message_id],
      ]);
    });
  }));
