/** @module-tag nightly */
import { expect, test } from "vitest";
import { movableClock } from "../../../../src/util/clock.ts";
import { milliseconds } from "../../../../src/util/time.ts";
import { fireInRoom, type InCall, inRoom, join, passInRoom } from "../../../support/calls.ts";
import { randomFrom } from "../../../support/changed-at-random.ts";
import { makeChannel } from "../../../support/channels.ts";
import { withSfu } from "../../../support/fake-sfu.ts";
import { callsDuring, identityOf, inRealm, rowsDuring, untilShipped } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

/** Rows an organization's object writes when someone enters or leaves a room, with the room's report. Measured: 2.6. */
const MAX_ROWS = 4;
const MOVES = 120;

test("frequent joins and leaves by ten people cost the organization few rows, and an empty room costs none", () =>
  withSfu(async (sfu) => {
    const { iris, omar, mona, noah, mia, gus, more } = await realm();
    const people = [iris, omar, mona, noah, mia, gus];
    while (people.length < 10) people.push(await more());
    const channel = await makeChannel(iris, "den", people);
    await iris.ok(iris.post(`/streams/${channel}/voice_room`));
    const inside = new Map<Person, InCall>();
    let id = "";
    const isTold = () =>
      until(async () => {
        await passInRoom(iris, id, 1000);
        const { call } = await iris.ok(iris.get(`/calls/${id}`));
        expect(call.member_ids).toHaveLength(inside.size);
      });
    const random = randomFrom(1);
    const moves = async () => {
      for (let at = 0; at < MOVES; at++) {
        const person = people[random(people.length)] as Person;
        const call = inside.get(person);
        if (call !== undefined) {
          call.say({ type: "leave" });
          await call.closed;
          inside.delete(person);
        } else {
          const entered: Json = await person.ok(person.post(`/streams/${channel}/voice_room/enter`));
          expect(entered.existing).toBe(inside.size > 0 || entered.call_id === id);
          id = entered.call_id;
          inside.set(person, (await join(person, id)).call);
        }
        await isTold();
      }
      await untilShipped(iris);
    };
    const { written } = await rowsDuring((look) => inRealm(iris, look), moves);
    expect(written / MOVES).toBeLessThan(MAX_ROWS);
    expect(await inRealm(iris, ({ sql }) => sql.exec("SELECT id FROM calls").toArray())).toHaveLength(1);

    // After all have left, the room has neither rows nor an alarm, and nothing wakes the organization.
    for (const call of inside.values()) {
      call.say({ type: "leave" });
      await call.closed;
    }
    inside.clear();
    await isTold();
    await until(async () => {
      await passInRoom(iris, id, 61_000);
      expect((await iris.ok(iris.get(`/calls/${id}`))).call.ended_at).not.toBeNull();
    });
    await untilShipped(iris);
    const { id: number } = await identityOf(iris);
    const empty = async () => {
      movableClock(number).advance(milliseconds(12 * 3_600_000));
      expect(
        await inRoom(iris, id, async (storage) => [await storage.getAlarm(), storage.sql.databaseSize > 8192]),
      ).toEqual([null, false]);
      expect(await fireInRoom(iris, id)).toBe(false);
    };
    expect(await callsDuring(iris, empty)).toEqual([]);
    expect(await callsDuring(iris, () => iris.get("/testing/object"))).toEqual(["call"]);
    expect(sfu.asked).toEqual([]);
  }));
