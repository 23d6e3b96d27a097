import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { RealmObject } from "../../src/realm-object.ts";
import { movableClock } from "../../src/util/clock.ts";
import { milliseconds } from "../../src/util/time.ts";
import { realm } from "../support/organization.ts";
import { scheduledMessagesOf, scheduleMessage, secondsFromNow } from "../support/scheduled-messages.ts";

test("a scheduled message that is moved while an earlier timer runs is not sent", async () => {
  const { noah, mia } = await realm();
  const id = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
  const scheduled_delivery_timestamp = (await secondsFromNow(noah, 0)) + 86_400;
  const stub = env.REALM.get(env.REALM.idFromName(noah.host.replace(/\.localhost$/, "")));
  await runInDurableObject(stub, async (instance: unknown) => {
    const object = instance as RealmObject;
    const { realm: organization } = object;
    if (organization === undefined) throw new Error("no organization");
    const { mover, timers } = organization;
    timers.set(mover.timer, milliseconds(1));
    vi.spyOn(mover, "work").mockImplementationOnce(async () => {
      await noah.ok(noah.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp }));
    });
    movableClock(organization.id).advance(milliseconds(61_000));
    await object.alarm();
    expect(mover.work).toHaveBeenCalledOnce();
  });
  expect(await scheduledMessagesOf(noah)).toEqual([
    expect.objectContaining({ scheduled_message_id: id, scheduled_delivery_timestamp }),
  ]);
});
