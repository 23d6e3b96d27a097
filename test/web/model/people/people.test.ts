import { describe, expect, test } from "vitest";
import { apply } from "../../../../src/web/model/apply.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import { activeBots, mentionOf, peopleByName } from "../../../../src/web/model/people/people-by-name.ts";
import { lastSeen, me, roleOf, statusOf } from "../../../../src/web/model/people/profile.ts";
import { isActive, isMutedUser, presenceOf, userById } from "../../../../src/web/model/people/users.ts";
import { GUS, IRIS, MIA, NOAH, OMAR, sampleState, user } from "../../support/sample-state.ts";

describe("users", () => {
  test("are sorted by name, even after a change", () => {
    const state = sampleState();
    state.realm_users.push(user(30, "Bot", { is_bot: true }));
    const names = () => peopleByName(state).map(({ full_name }) => full_name.split(" ")[0]);
    expect(names()).toEqual(["Gus", "Iris", "Mia", "Mona", "Noah", "Omar"]);
    apply(state, { type: "realm_user", op: "update", person: { user_id: OMAR, full_name: "ámy" } } as AnyEvent);
    apply(state, { type: "realm_user", op: "update", person: { user_id: IRIS, is_active: false } } as AnyEvent);
    apply(state, { type: "realm_user", op: "add", person: { ...user(31, "Zoe"), is_active: true } } as AnyEvent);
    expect(names()).toEqual(["ámy", "Gus", "Mia", "Mona", "Noah", "Zoe"]);
    expect(activeBots(state).map(({ user_id }) => user_id)).toEqual([30]);
    expect([isActive(state, IRIS), isActive(state, MIA)]).toEqual([false, true]);
  });

  test("are found by ID, including deactivated users and system bots", () => {
    const state = sampleState({ realm_non_active_users: [user(40, "Left")], cross_realm_bots: [user(1, "Bell")] });
    expect([40, 1, GUS, 99].map((id) => userById(state, id)?.full_name)).toEqual([
      "Left",
      "Bell",
      "Gus Example",
      undefined,
    ]);
    expect(me(state)?.user_id).toBe(NOAH);
    expect(roleOf(userById(state, GUS) ?? user(0, ""))).toBe("guest");
  });

  test("are mentioned with their ID if another user has the same name, in any letter case", () => {
    const state = sampleState({ realm_non_active_users: [user(40, "mia example")] });
    const [mia, gus] = [userById(state, MIA), userById(state, GUS)];
    expect(mia && mentionOf(state, mia)).toBe(`@**Mia Example|${MIA}**`);
    expect(gus && mentionOf(state, gus, "silent")).toBe("@_**Gus Example**");
  });

  test.each(["all", "everyone", "stream", "Mia|6"])("are mentioned with their ID if they are called %s", (name) => {
    expect(mentionOf(sampleState(), user(40, name))).toBe(`@**${name}|40**`);
  });

  test("are muted once an event reports it", () => {
    const state = sampleState();
    expect(isMutedUser(state, MIA)).toBe(false);
    apply(state, { type: "muted_users", muted_users: [{ id: MIA, timestamp: 1 }] } as AnyEvent);
    expect(isMutedUser(state, MIA)).toBe(true);
  });
});

describe("presence", () => {
  const now = 10_000;
  const seen = (active_timestamp: number, idle_timestamp: number) => ({
    presences: { [MIA]: { active_timestamp, idle_timestamp } },
  });
  test.each([
    ["in use", seen(now - 199, now - 1), "active", now - 1],
    ["open", seen(now - 200, now - 199), "idle", now - 199],
    ["open long ago", seen(now - 300, now - 200), "offline", now - 200],
    ["never seen", {}, "offline", undefined],
    ["in an organization without presence", { ...seen(now, now), realm_presence_disabled: true }, undefined, now],
  ])("is correct for a client that is %s", (_, more, activity, at) => {
    const state = sampleState(more);
    expect(presenceOf(state, MIA, now)).toBe(activity);
    expect(lastSeen(state, MIA)).toBe(at);
  });

  test("follows events and responses to pings", () => {
    const state = sampleState();
    const presence = { active_timestamp: now, idle_timestamp: now };
    expect(apply(state, { type: "presence", presences: { [MIA]: presence } } as AnyEvent)).toEqual(["presence"]);
    expect(presenceOf(state, MIA, now)).toBe("active");
    const hidden = { active_timestamp: 0, idle_timestamp: 0 };
    apply(state, { type: "presence", presences: { [MIA]: hidden } } as AnyEvent);
    expect(state.presences).toEqual({});
  });

  test("a status changes field by field, and is removed when it is empty", () => {
    const state = sampleState();
    const emoji = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
    const tell = (change: object) =>
      apply(state, { type: "user_status", id: 5, user_id: MIA, ...change } as AnyEvent & { id: number });
    tell({ status_text: "out", ...emoji });
    expect(statusOf(state, MIA)).toEqual({ status_text: "out", ...emoji });
    tell({ emoji_name: "", emoji_code: "", reaction_type: "" });
    expect(statusOf(state, MIA)).toEqual({ status_text: "out" });
    tell({ status_text: "" });
    expect(statusOf(state, MIA)).toBeUndefined();
  });
});
