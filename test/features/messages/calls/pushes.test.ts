import { expect, test } from "vitest";
import { browserOf } from "../../../support/browser.ts";
import { join, passInRoom, startCall } from "../../../support/calls.ts";
import { advanceClock, tablesOf } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { type Received, Receiver, subscribe, withBrowserPushes } from "../push-notifications/browser-push.ts";
import { pushes, takesAll, withPushService } from "../push-notifications/push-service.ts";

/** Waits until all pushes are sent. The job that informs the room about its call stays queued. */
const settled = (who: Person) =>
  until(async () => {
    const { outbox = [], push_queue = [] } = await tablesOf(who);
    const jobs = (outbox as { job: string }[]).filter(({ job }) => job === "push-delivery");
    expect([...push_queue, ...jobs]).toEqual([]);
  });

/** Runs `work` for a user whose browser gets pushes. */
async function withBrowser(
  work: (of: Awaited<ReturnType<typeof realm>> & { received: readonly Received[]; last: () => Json }) => Promise<void>,
): Promise<void> {
  const cast = await realm();
  const [browser, keys] = [await browserOf(cast.host, cast.mia.email), await Receiver.make()];
  await withBrowserPushes({ phone: keys }, async (received) => {
    await subscribe(browser, keys, "phone");
    await work({ ...cast, received, last: () => received.at(-1)?.payload });
  });
}

test("[security 28.10] a callee's closed browser rings, and later shows a missed call", () =>
  withBrowser(async ({ host, noah, mia, received, last }) => {
    const { call_id, message_id } = await startCall(noah, { type: "direct", to: [mia.id], video: true, ring: true });
    await settled(noah);
    const people = [noah.id, mia.id].sort((a, b) => a - b).join();
    const place = { tag: `@${noah.id}`, url: `/#narrow/dm/${people}-dm/near/${message_id}` };
    const [ring] = received;
    expect(ring?.payload).toMatchObject({
      ...{ type: "call", call_id, by: noah.id, video: true, message_id, user_id: mia.id, realm_url: `http://${host}` },
      ...{ title: "Noah Example", content: "Incoming video call", expires_at: expect.any(Number), ...place },
    });
    const { ttl, urgency, topic } = Object.fromEntries(ring?.headers ?? []);
    expect([Number(ttl) > 20 && Number(ttl) <= 30, urgency]).toEqual([true, "high"]);
    await advanceClock(noah, 31_000);
    await until(() => expect(received).toHaveLength(2));
    expect(last()).toMatchObject({
      type: "message",
      message_id,
      title: "Noah Example",
      content: "Missed call",
      ...place,
    });
    // Replaces the push that is still waiting for the browser.
    expect(received[1]?.headers.get("topic")).toBe(topic);
  }));

test("a closed browser stops ringing if the call is declined or answered elsewhere, or shows it as missed if canceled", () =>
  withBrowser(async ({ noah, mia, omar, received, last }) => {
    const ringing = async (who: typeof noah) => {
      const started = await startCall(who, { type: "direct", to: [mia.id], ring: true });
      await settled(noah);
      expect(last()).toMatchObject({ type: "call", call_id: started.call_id, content: "Incoming call" });
      return started;
    };
    const first = await ringing(noah);
    await mia.ok(mia.post(`/calls/${first.call_id}/decline`));
    await settled(noah);
    expect(last()).toMatchObject({ type: "remove", message_ids: [first.message_id] });
    const second = await ringing(omar);
    await omar.ok(omar.post(`/calls/${second.call_id}/end`));
    await settled(noah);
    expect(last()).toMatchObject({ type: "message", message_id: second.message_id, content: "Missed call" });
    const third = await ringing(omar);
    await join(mia, third.call_id);
    await passInRoom(noah, third.call_id, 1000);
    await until(() => expect(last()).toMatchObject({ type: "remove" }));
    expect(last().message_ids).toContain(third.message_id);
    expect(received).toHaveLength(6);
  }));

test("a browser that did not ring shows no missed call", () =>
  withBrowser(async ({ noah, mia, received }) => {
    await mia.ok(mia.patch("/settings", { enable_online_push_notifications: false }));
    await mia.ok(mia.post("/users/me/presence", { status: "active", new_user_input: true }));
    const { call_id } = await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    await settled(noah);
    await noah.ok(noah.post(`/calls/${call_id}/end`));
    await settled(noah);
    expect(received).toEqual([]);
  }));

test("a user who disabled ringing gets the push of an ordinary message", () =>
  withBrowser(async ({ noah, mia, received }) => {
    await mia.ok(mia.patch("/settings", { enable_call_ringing: false }));
    await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    await settled(noah);
    expect(received.map(({ payload }) => [payload.type, payload.content])).toEqual([
      ["message", "Noah Example: Join voice call."],
    ]);
  }));

test("[security 28.10] muted users' calls do not ring, and Zulip's apps get the message's ordinary push", () =>
  withBrowser(async ({ noah, mia, omar, received }) => {
    await mia.ok(mia.post(`/users/me/muted_users/${noah.id}`));
    await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    await settled(noah);
    expect(received).toEqual([]);
    await withPushService(omar, takesAll, async (asked) => {
      await mia.ok(mia.post("/users/me/android_gcm_reg_id", { token: "phone-of-mia" }));
      await startCall(omar, { type: "direct", to: [mia.id], ring: true });
      await settled(noah);
      expect(received.map(({ payload }) => payload.type)).toEqual(["call"]);
      expect(pushes(asked, "plain").at(-1)).toMatchObject({
        gcm_payload: { event: "message", content: "Join voice call." },
      });
    });
  }));
