import { expect, test } from "vitest";
import { accessUser } from "../../../../src/features/organization/accounts/access.ts";
import { stopEmails } from "../../../../src/features/people/email-unsubscribe/email-unsubscribe.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { makeGroup } from "../../../support/groups.ts";
import { changeRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const settingsOf = async (who: Person): Promise<Json> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["user_settings"] }))).user_settings;
const told = (events: readonly Json[] = []) =>
  events.filter(({ type }) => type === "user_settings").map(({ property, value }) => [property, value]);

test("[users 5] administrators can change settings of users and active group members, and each gets an event", async () => {
  const { iris, omar, noah, mia, mona, gus, more } = await realm();
  const left = await more();
  const group_id = await makeGroup(iris, "crew", [mia, left, omar]);
  await iris.ok(iris.delete(`/users/${left.id}`));
  const target_users = { user_ids: [noah.id, mia.id], group_ids: [group_id] };
  const seen = await eventsDuring([noah, mia, omar, mona], () =>
    omar.ok(omar.patch("/settings", { target_users, enter_sends: true, timezone: "Europe/Lisbon" })),
  );
  const both = [
    ["enter_sends", true],
    ["timezone", "Europe/Lisbon"],
  ];
  expect(seen.map(told)).toEqual([both, both, both, []]);
  expect((await settingsOf(mona)).enter_sends).toBe(false);
  await iris.ok(iris.post(`/users/${left.id}/reactivate`));
  expect((await settingsOf(left)).enter_sends).toBe(false);
  for (const who of [mona, noah, gus])
    expect(await outcome(who.patch("/settings", { target_users, enter_sends: false }))).toBe(
      "UNAUTHORIZED_PRINCIPAL: Must be an organization administrator",
    );
  expect((await settingsOf(noah)).enter_sends).toBe(true);
});

test("[security 18.2] changes of others' settings are in the audit log, with the user and the values", async () => {
  const { iris, omar, noah, mia } = await realm();
  await mia.ok(mia.patch("/settings", { enter_sends: true }));
  const { checkpoint } = await iris.ok(iris.get("/audit_log"));
  const target_users = { user_ids: [omar.id, noah.id, mia.id] };
  const change = { enter_sends: true, receives_typing_notifications: false };
  await omar.ok(omar.patch("/settings", { target_users, enter_sends: true }));
  await omar.ok(omar.patch("/settings", { target_users, ...change }));
  await omar.ok(omar.patch("/settings", { target_users, ...change }));
  await omar.ok(omar.patch("/settings", { enter_sends: false }));
  const { entries } = await iris.ok(iris.get("/audit_log", { after_id: checkpoint.size }));
  const action = "user.settings_changed_by_other";
  expect(entries.map(({ action, actor, details }: Json) => ({ action, by: actor.id, details }))).toEqual([
    { action, by: omar.id, details: { users: [noah.id], after: { enter_sends: true } } },
    { action, by: omar.id, details: { users: [noah.id, mia.id], after: change } },
  ]);
});

test("[users 5] skip_if_already_edited skips settings that the user has ever changed", async () => {
  const { iris, noah, mia } = await realm();
  await noah.ok(noah.patch("/settings", { enter_sends: true }));
  await noah.ok(noah.patch("/settings", { enter_sends: false }));
  // Setting the current value counts as well.
  await noah.ok(noah.patch("/settings", { color_scheme: 1 }));
  const target_users = { user_ids: [noah.id, mia.id], skip_if_already_edited: true };
  const change = { color_scheme: 2, enter_sends: true, web_font_size_px: 18 };
  const skipping = await eventsDuring([noah, mia], () => iris.ok(iris.patch("/settings", { target_users, ...change })));
  expect(skipping.map(told)).toEqual([[["web_font_size_px", 18]], Object.entries(change)]);
  // Changes by administrators don't count as the user's own.
  const again = { target_users, enter_sends: false };
  const [, mias] = await eventsDuring([noah, mia], () => iris.ok(iris.patch("/settings", again)));
  expect(told(mias)).toEqual([["enter_sends", false]]);
  const all = { target_users: { user_ids: [noah.id] }, ...change };
  await iris.ok(iris.patch("/settings", all));
  expect(await settingsOf(noah)).toMatchObject(change);
});

test("[users 5] settings changed by a command, a status or an unsubscribe link count as the user's own changes", async () => {
  const { iris, noah, mia } = await realm();
  await noah.ok(noah.post("/zcommand", { command: "/dark" }));
  await noah.ok(noah.post("/users/me/status", { away: true }));
  await changeRealm(iris, (realm) =>
    stopEmails(realm, { user: accessUser(realm, null, noah.id), kind: "digest", other: undefined }),
  );
  const target_users = { user_ids: [noah.id, mia.id], skip_if_already_edited: true };
  await iris.ok(iris.patch("/settings", { target_users, enter_sends: true, color_scheme: 3 }));
  await iris.ok(iris.patch("/settings", { target_users, presence_enabled: true, enable_digest_emails: true }));
  expect(await settingsOf(noah)).toMatchObject({
    ...{ enter_sends: true, color_scheme: 2, presence_enabled: false, enable_digest_emails: false },
  });
  expect(await settingsOf(mia)).toMatchObject({ enter_sends: true, color_scheme: 3 });
});

test("[users 5] changing personal settings of others, too many settings, or unknown users is refused", async () => {
  const { iris, noah } = await realm();
  const target_users = { user_ids: [noah.id] };
  const own = {
    full_name: "Another",
    email: "another@example.com",
    new_password: "a new and longer sentence",
    allow_private_data_export: true,
    email_address_visibility: 1,
    enable_login_emails: false,
    enable_marketing_emails: true,
  };
  for (const [name, value] of Object.entries(own))
    expect(await outcome(iris.patch("/settings", { target_users, [name]: value })), name).toBe(
      `BAD_REQUEST: Unsupported parameter combination: target_users, ${name}`,
    );
  const refused = async (target: unknown) =>
    outcome(iris.patch("/settings", { target_users: target, enter_sends: true }));
  expect(await refused({ user_ids: [noah.id, 99_999] })).toBe("BAD_REQUEST: Invalid user ID: 99999");
  expect(await refused({ group_ids: [99_999] })).toBe("BAD_REQUEST: Invalid user group");
  expect(await refused({ user_ids: "all" })).toMatch(/^BAD_REQUEST/);
  const { setting_changes } = limits.request;
  await changeRealm(iris, ({ sql }) => {
    sql.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ?)
       INSERT INTO users (email, delivery_email, email_visibility, full_name, role, is_active, avatar_source, avatar_version,
         avatar_hash, timezone, date_joined)
       SELECT 'p' || i, 'p' || i, 1, 'P' || i, 400, 1, 'G', 1, '', '', 0 FROM n`,
      setting_changes / 2,
    );
  });
  const { members } = await iris.ok(iris.get("/users"));
  const user_ids = members.filter(({ is_bot }: Json) => !is_bot).map(({ user_id }: Json) => user_id);
  expect(
    await outcome(iris.patch("/settings", { target_users: { user_ids }, enter_sends: true, color_scheme: 2 })),
  ).toBe(`BAD_REQUEST: A request cannot change more than ${setting_changes} settings of people.`);
  expect((await settingsOf(noah)).enter_sends).toBe(false);
});
