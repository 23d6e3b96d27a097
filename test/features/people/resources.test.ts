import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../support/events-during.ts";
import { realm } from "../../support/organization.ts";
import type { Fields, Json, Person } from "../../support/person.ts";
import { secondsFromNow } from "../../support/scheduled-messages.ts";

const userOf = async (who: Person, id: number, fields: Fields = {}): Promise<Json> =>
  (await who.ok(who.get(`/users/${id}`, fields))).user;

describe("[2.5] a user", () => {
  test("has exactly the documented fields", async () => {
    const { iris, noah, host } = await realm();
    await noah.ok(noah.patch("/settings", { timezone: "Europe/Lisbon" }));
    const user = await userOf(iris, noah.id, { client_gravatar: false });
    expect(user).toEqual({
      user_id: noah.id,
      delivery_email: "noah@example.com",
      email: expect.any(String),
      full_name: "Noah Example",
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?\+00:00$/),
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      is_imported_stub: false,
      is_deleted: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: "Europe/Lisbon",
      avatar_url: expect.any(String),
      avatar_version: expect.any(Number),
    });
    expect(["noah@example.com", `user${noah.id}@${host}`]).toContain(user.email);
  });

  test("has the boolean fields of its role", async () => {
    const { iris, omar, mona, noah, gus } = await realm();
    const rolesOf = async ({ id }: Person) => {
      const { role, is_owner, is_admin, is_guest } = await userOf(iris, id);
      return [role, is_owner, is_admin, is_guest];
    };
    expect(await rolesOf(iris)).toEqual([100, true, true, false]);
    expect(await rolesOf(omar)).toEqual([200, false, true, false]);
    expect(await rolesOf(mona)).toEqual([300, false, false, false]);
    expect(await rolesOf(noah)).toEqual([400, false, false, false]);
    expect(await rolesOf(gus)).toEqual([600, false, false, true]);
  });

  test("who is a bot has a type, an owner, and a public address", async () => {
    const { noah, gus, bot } = await realm();
    const hook = await bot(noah, { bot_type: 2 });
    const user = await userOf(gus, hook.id, { include_custom_profile_fields: true });
    expect(user).toMatchObject({ is_bot: true, bot_type: 2, bot_owner_id: noah.id, delivery_email: hook.email });
    expect(user).not.toHaveProperty("profile_data");
  });

  test("has no real address for a viewer who cannot see it", async () => {
    const { omar, noah, mia, host } = await realm();
    await mia.ok(mia.patch("/settings", { email_address_visibility: 3 }));
    const dummy = `user${mia.id}@${host}`;
    expect(await userOf(noah, mia.id)).toMatchObject({ delivery_email: null, email: dummy });
    expect(await userOf(omar, mia.id)).toMatchObject({ delivery_email: "mia@example.com" });
    // A client that can't see the address can't compute the Gravatar URL, so it gets the URL.
    expect((await userOf(noah, mia.id, { client_gravatar: true })).avatar_url).toEqual(expect.any(String));
    expect((await userOf(omar, mia.id, { client_gravatar: true })).avatar_url).toBeNull();
  });

  test("is still listed after deactivation", async () => {
    const { iris, noah, mia } = await realm();
    await iris.ok(iris.delete(`/users/${mia.id}`));
    expect(await userOf(noah, mia.id)).toMatchObject({ is_active: false, role: 400 });
  });

  test("has profile data if the request asks for it", async () => {
    const { iris, noah, mia } = await realm();
    const field = async (field_type: number, name: string): Promise<number> =>
      (await iris.ok(iris.post("/realm/profile_fields", { name, field_type }))).id;
    const [born, about] = [await field(4, "Born"), await field(2, "About")];
    const data = [
      { id: born, value: "2001-02-03" },
      { id: about, value: "I *sail*" },
    ];
    await noah.ok(noah.patch("/users/me/profile_data", { data }));
    expect((await userOf(mia, noah.id, { include_custom_profile_fields: true })).profile_data).toEqual({
      [born]: { value: "2001-02-03" },
      [about]: { value: "I *sail*", rendered_value: "<p>I <em>sail</em></p>" },
    });
    expect(await userOf(mia, noah.id)).not.toHaveProperty("profile_data");
  });
});

describe("[2.10] a status", () => {
  test("has a text of up to 60 characters and an emoji, and all users get an event", async () => {
    const { noah, mia } = await realm();
    const emoji = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };
    const status_text = "🚗".repeat(60);
    const [events] = await eventsDuring([mia], () => noah.ok(noah.post("/users/me/status", { status_text, ...emoji })));
    expect(events).toEqual([{ id: expect.any(Number), type: "user_status", user_id: noah.id, status_text, ...emoji }]);
    expect((await mia.ok(mia.get(`/users/${noah.id}/status`))).status).toEqual({ status_text, ...emoji });
    expect((await noah.post("/users/me/status", { status_text: `${status_text}!` })).body.code).toBe("BAD_REQUEST");
  });

  test("is away while the user hides their presence", async () => {
    const { noah, mia } = await realm();
    const statusOf = async (): Promise<Json> => (await mia.ok(mia.get(`/users/${noah.id}/status`))).status;
    await noah.ok(noah.patch("/settings", { presence_enabled: false }));
    expect(await statusOf()).toEqual({ away: true });
    await noah.ok(noah.post("/users/me/status", { away: false }));
    expect(await statusOf()).toEqual({});
    const state = await noah.ok(noah.post("/register", { fetch_event_types: ["user_settings"] }));
    expect(state.user_settings.presence_enabled).toBe(true);
  });
});

test("[2.11] an invitation has the fields that it was created with", async () => {
  const { noah } = await realm();
  const before = await secondsFromNow(noah, 0);
  await noah.ok(
    noah.post("/invites", {
      invitee_emails: "ada@example.org, ben@example.org",
      invite_expires_in_minutes: 60,
      invite_as: 600,
      stream_ids: [],
    }),
  );
  const { invites } = await noah.ok(noah.get("/invites"));
  expect(invites.map(({ email }: Json) => email).sort()).toEqual(["ada@example.org", "ben@example.org"]);
  for (const invitation of invites) {
    expect(invitation).toEqual({
      id: expect.any(Number),
      invited_by_user_id: noah.id,
      invited: expect.any(Number),
      expiry_date: invitation.invited + 3600,
      invited_as: 600,
      email: expect.any(String),
      notify_referrer_on_join: true,
      is_multiuse: false,
    });
    expect(invitation.invited).toBeGreaterThanOrEqual(before);
  }
});
