import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { givePermission } from "../../../support/groups.ts";
import { advanceClock, evict } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const ping = (person: Person, fields = {}) =>
  person.ok(person.post("/users/me/presence", { status: "active", ...fields }));

describe("[4.10] a presence ping", () => {
  test("without an update ID returns the legacy format, keyed by email", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    const reply = await ping(mia, { status: "idle" });
    expect(reply.presence_last_update_id).toBe(-1);
    expect(reply.server_timestamp).toBeGreaterThan(1_700_000_000);
    expect(reply.presences[noah.email]).toEqual({
      aggregated: { client: "website", status: "active", timestamp: expect.any(Number) },
      website: { client: "website", status: "active", timestamp: expect.any(Number), pushable: false },
    });
    expect(reply.presences[mia.email].aggregated.status).toBe("idle");
    expect(reply.legacy_mirror_active).toBe(false);
    expect(reply).not.toHaveProperty("zephyr_mirror_active");
  });

  test("with an update ID returns the modern format, with only what has changed since", async () => {
    const { noah, mia } = await realm();
    const first = await ping(noah, { last_update_id: -1 });
    expect(Object.keys(first.presences)).toEqual([String(noah.id)]);
    expect(first.presences[noah.id]).toEqual({
      active_timestamp: expect.any(Number),
      idle_timestamp: expect.any(Number),
    });
    const { presence_last_update_id: last } = first;
    expect((await ping(noah, { last_update_id: last })).presences).toEqual({});
    await ping(mia, { status: "idle", ping_only: true });
    const news = await ping(noah, { last_update_id: last });
    expect(news.presences).toEqual({ [mia.id]: { active_timestamp: 0, idle_timestamp: expect.any(Number) } });
    expect(news.presence_last_update_id).toBeGreaterThan(last);
  });

  test("with slim_presence returns the modern format too", async () => {
    const { noah } = await realm();
    expect(Object.keys((await ping(noah, { slim_presence: true })).presences)).toEqual([String(noah.id)]);
  });

  test("with ping_only returns no presences", async () => {
    const { noah } = await realm();
    const reply = await ping(noah, { ping_only: true });
    expect(reply).not.toHaveProperty("presences");
    expect(reply).not.toHaveProperty("server_timestamp");
    expect(reply.presence_last_update_id).toBe(-1);
  });

  test("omits users who were away for longer than history_limit_days", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    await advanceClock(mia, 3 * 86_400_000);
    expect(Object.keys((await ping(mia, { history_limit_days: 2 })).presences)).toEqual([mia.email]);
    expect(Object.keys((await ping(mia, { history_limit_days: 4 })).presences)).toHaveLength(2);
  });

  test.each([
    ["no status", {}, "Missing 'status' argument"],
    ["another status", { status: "asleep" }, "Invalid status: asleep"],
  ])("with %s is refused", async (_, fields, msg) => {
    const { noah } = await realm();
    const { status, body } = await noah.post("/users/me/presence", fields);
    expect([status, body.msg]).toEqual([400, msg]);
  });

  test("by a bot is refused", async () => {
    const { noah, bot } = await realm();
    const robot = await bot(noah);
    expect((await robot.post("/users/me/presence", { status: "active" })).status).toBe(400);
    expect((await noah.get(`/users/${robot.id}/presence`)).body.msg).toBe("Presence is not supported for bot users.");
  });

  test("omits a user who hides their presence", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    await noah.ok(noah.patch("/settings", { presence_enabled: false }));
    await ping(noah);
    expect(Object.keys((await ping(mia)).presences)).toEqual([mia.email]);
  });

  test("[users 4.5] a user who has hidden their presence becomes offline for those who saw it before", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    const { presence_last_update_id } = await ping(mia, { last_update_id: -1 });
    await noah.ok(noah.patch("/settings", { presence_enabled: false }));
    const hidden = { active_timestamp: 0, idle_timestamp: 0 };
    const news = await ping(mia, { last_update_id: presence_last_update_id });
    expect(news.presences).toEqual({ [noah.id]: hidden });
    const offline = { status: "idle", timestamp: 0 };
    const { presence } = await mia.ok(mia.get(`/users/${noah.id}/presence`));
    expect(presence).toEqual({ aggregated: { ...offline, status: "offline" }, website: offline });
    await noah.ok(noah.patch("/settings", { presence_enabled: true }));
    const back = await ping(mia, { last_update_id: news.presence_last_update_id });
    expect(back.presences[noah.id].active_timestamp).toBeGreaterThan(0);
  });
});

describe("[2.9] presence is returned", () => {
  test("for one user by ID or by email, and for all users", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    for (const name of [noah.id, noah.email]) {
      const { presence, server_timestamp } = await mia.ok(mia.get(`/users/${name}/presence`));
      const seen = presence.active_timestamp;
      expect(presence).toEqual({
        active_timestamp: expect.any(Number),
        idle_timestamp: seen,
        aggregated: { status: "active", timestamp: seen },
        website: { status: "active", timestamp: seen },
      });
      expect(server_timestamp).toBeGreaterThanOrEqual(seen);
    }
    expect(Object.keys((await mia.ok(mia.get("/realm/presence"))).presences)).toEqual([noah.email]);
    expect((await mia.get(`/users/${mia.id}/presence`)).body.msg).toBe(`No presence data for ${mia.id}`);
    expect((await mia.get("/users/99999/presence")).body.msg).toBe("No such user");
  });

  test("for one user as offline in the aggregate after 200 seconds, but unchanged per client", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    await advanceClock(mia, 300_000);
    const { presence, server_timestamp } = await mia.ok(mia.get(`/users/${noah.id}/presence`));
    expect([presence.aggregated.status, presence.website.status]).toEqual(["offline", "active"]);
    expect(server_timestamp - presence.active_timestamp).toBeGreaterThanOrEqual(300);
  });

  test("at registration, in both formats", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    const register = (slim_presence: boolean) =>
      mia.ok(mia.post("/register", { fetch_event_types: ["presence"], slim_presence }));
    expect(Object.keys((await register(true)).presences)).toEqual([String(noah.id)]);
    expect(Object.keys((await register(false)).presences)).toEqual([noah.email]);
    expect((await register(true)).presence_last_update_id).toBeGreaterThan(0);
  });
});

describe("[6] presence events", () => {
  test("about a returning user reach each client in the format that it understands", async () => {
    const { noah, mia } = await realm();
    const older = await mia.queue({ event_types: ["presence"] });
    const slim = await mia.queue({ event_types: ["presence"], slim_presence: true });
    const simplified = { notification_settings_null: true, simplified_presence_events: true };
    const modern = await mia.queue({ event_types: ["presence"], client_capabilities: simplified });
    await ping(noah);
    await ping(noah);
    const website = { client: "website", status: "active", timestamp: expect.any(Number), pushable: false };
    const told = { type: "presence", user_id: noah.id, server_timestamp: expect.any(Number), presence: { website } };
    expect(await older.events()).toEqual([{ ...told, email: noah.email, id: expect.any(Number) }]);
    expect(await slim.events()).toEqual([{ ...told, id: expect.any(Number) }]);
    const times = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) };
    expect(await modern.events()).toEqual([
      { type: "presence", presences: { [noah.id]: times }, id: expect.any(Number) },
    ]);
  });
});

describe("presence rows", () => {
  test("are complete after an eviction", async () => {
    const { noah, mia } = await realm();
    await ping(noah);
    await ping(mia);
    await advanceClock(noah, 121_000);
    await ping(noah);
    await evict(noah);
    const { presences } = await mia.ok(mia.get("/realm/presence"));
    expect(Object.keys(presences).sort()).toEqual([mia.email, noah.email].sort());
  });
});

test("[users 4.2] a limited guest gets only presences of visible users", async () => {
  const { iris, noah, mia, gus } = await realm();
  await makeChannel(iris, "harbour", [noah, gus]);
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["general"], principals: [gus.id] }));
  await givePermission(iris, "can_access_all_users_group", "role:members");
  for (const person of [noah, mia, gus]) await ping(person);
  const seen = [noah.email, gus.email].sort();
  expect(Object.keys((await ping(gus)).presences).sort()).toEqual(seen);
  expect(Object.keys((await gus.ok(gus.get("/realm/presence"))).presences).sort()).toEqual(seen);
  const { state } = await gus.queue({ slim_presence: true });
  expect(Object.keys(state.presences).sort()).toEqual([noah.id, gus.id].map(String).sort());
  expect(Object.keys((await ping(mia)).presences)).toHaveLength(3);
});
