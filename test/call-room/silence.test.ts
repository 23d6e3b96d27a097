import { expect, test } from "vitest";
import { movableClock } from "../../src/util/clock.ts";
import { milliseconds } from "../../src/util/time.ts";
import { evictRoom, fireInRoom, type InCall, inRoom, join, passInRoom, startCall } from "../support/calls.ts";
import { makeChannel } from "../support/channels.ts";
import { withSfu } from "../support/fake-sfu.ts";
import { callsDuring, identityOf, rowsDuring, untilShipped } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Person } from "../support/person.ts";
import { until } from "../support/until.ts";

/** Counts the rows a room reads and writes when its alarm wakes it up. */
const rowsOfAlarm = (person: Person, id: string) =>
  rowsDuring(
    (look) => inRoom(person, id, look),
    async () => {
      await evictRoom(person, id);
      expect(await fireInRoom(person, id)).toBe(true);
    },
  );

/** A call of six that its organization knows about, with no work left. */
async function ofSix(): Promise<{
  readonly noah: Person;
  readonly call_id: string;
  readonly calls: readonly InCall[];
}> {
  const { iris, omar, mona, noah, mia, gus } = await realm();
  const people = [iris, omar, mona, noah, mia, gus];
  const to = await makeChannel(iris, "den", people);
  const { call_id } = await startCall(noah, { type: "channel", to, topic: "tea" });
  const calls: InCall[] = [];
  for (const who of people) calls.push((await join(who, call_id)).call);
  await passInRoom(noah, call_id, 1000);
  await until(async () => {
    const { call } = await noah.ok(noah.get(`/calls/${call_id}`));
    expect(call.member_ids).toHaveLength(6);
  });
  await untilShipped(noah);
  for (const call of calls) await call.settled();
  return { noah, call_id, calls };
}

async function staySilent(): Promise<void> {
  const { noah, call_id, calls } = await ofSix();
  const { id } = await identityOf(noah);
  let written = 0;
  const hour = async () => {
    for (let at = 0; at < 3600; at += 120) {
      for (const { socket } of calls) socket.send("ping");
      await Promise.all(calls.map((call) => call.of("pong")));
      movableClock(id).advance(milliseconds(120_000));
      const rows = await rowsOfAlarm(noah, call_id);
      expect(rows.read).toBeLessThan(100);
      written += rows.written;
      const next = await inRoom(noah, call_id, (storage) => storage.getAlarm());
      expect(Math.ceil(((next ?? 0) - Date.now()) / 60_000)).toBe(2);
    }
    for (const call of calls) expect(await call.settled()).toEqual([]);
  };
  expect(await callsDuring(noah, hour)).toEqual([]);
  expect(written).toBe(0);
}

test("a silent call of six wakes its room every two minutes without writes, and never the organization", staySilent);

test("a silent call through a media server wakes its room as rarely as one between browsers", () =>
  withSfu(async (sfu) => {
    await staySilent();
    expect(sfu.asked).toEqual([]);
  }));
