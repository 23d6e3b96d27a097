import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission, groupIds, makeGroup } from "../../../support/groups.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm, shared } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const send = (person: Person, fields: Fields = {}) =>
  person.post("/invites", { invitee_emails: "nina@example.org", stream_ids: [], ...fields });
const invites = async (person: Person): Promise<Json[]> => (await person.ok(person.get("/invites"))).invites;
const refused = { sent_invitations: false, daily_limit_reached: false, license_limit_reached: false };
const DAY = 86_400_000;

describe("[4.12] permission to invite", () => {
  test("is granted to everyone except guests and bots, unless the organization selects another group", async () => {
    const { iris, omar, mona, noah, gus, bot } = await realm();
    for (const person of [iris, omar, mona, noah]) {
      expect((await send(person, { invitee_emails: `${person.id}@example.org` })).body).toMatchObject({
        result: "success",
      });
    }
    const answers = [await send(gus), await send(await bot(iris))].map(({ status, body }) => [
      status,
      body.code,
      body.msg,
    ]);
    expect(answers).toEqual([
      [400, "BAD_REQUEST", "Not allowed for guest users"],
      [400, "BAD_REQUEST", "This endpoint does not accept bot requests."],
    ]);
    await givePermission(iris, "can_invite_users_group", "role:administrators");
    expect((await send(mona)).body).toMatchObject({ code: "BAD_REQUEST", msg: "Insufficient permission" });
    expect((await send(omar)).status).toBe(200);
  });

  test("does not extend to roles above the inviter's", async () => {
    const { iris, omar, mona, noah } = await realm();
    const table: [Person, number[], number[]][] = [
      [iris, [100, 200, 300, 400, 600], []],
      [omar, [200, 300, 400, 600], [100]],
      [mona, [300, 400, 600], [100, 200]],
      [noah, [400, 600], [100, 200, 300]],
    ];
    for (const [person, allowed, not] of table) {
      const invitee_emails = `${person.id}@example.org`;
      for (const invite_as of allowed) expect((await send(person, { invitee_emails, invite_as })).status).toBe(200);
      for (const invite_as of not) {
        const { status, body } = await send(person, { invitee_emails, invite_as });
        expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "Insufficient permission"]);
      }
    }
  });

  test("is granted to new accounts after three days if the organization requires no invitation", async () => {
    const { iris, omar, noah } = await realm();
    await iris.ok(iris.patch("/realm", { invite_required: false }));
    expect((await send(noah)).body).toMatchObject({ code: "INVITATION_FAILED", errors: [], ...refused });
    expect((await send(omar)).status).toBe(200);
    await advanceClock(iris, 3 * DAY + 1000);
    expect((await send(noah)).status).toBe(200);
  });
});

const sharedRealm = shared(realm);

test.each([
  [{ invitee_emails: undefined }, "Missing 'invitee_emails' argument"],
  [{ stream_ids: undefined }, "Missing 'stream_ids' argument"],
  [{ invitee_emails: "" }, "You must specify at least one email address."],
  [{ invitee_emails: " ,\n , " }, "You must specify at least one email address."],
  [{ stream_ids: [999] }, "Invalid channel ID 999. No invites were sent."],
  [{ stream_ids: "general" }, "stream_ids is not valid JSON"],
  [{ stream_ids: ["general"] }, "stream_ids[0] is not an integer"],
  [{ invite_as: 150 }, "Invalid invite_as"],
  [{ invite_as: "owner" }, "invite_as is not valid JSON"],
  [{ invite_expires_in_minutes: 0 }, "invite_expires_in_minutes is too small"],
  [{ invite_expires_in_minutes: "soon" }, "invite_expires_in_minutes is not valid JSON"],
  [{ include_realm_default_subscriptions: 1 }, "include_realm_default_subscriptions is not a boolean"],
  [{ notify_referrer_on_join: "yes" }, "notify_referrer_on_join is not valid JSON"],
  [
    { welcome_message_custom_text: "x".repeat(8001) },
    "welcome_message_custom_text is too long (limit: 8000 characters)",
  ],
  [{ group_ids: [9999] }, "Invalid user group"],
])("[4.12] an invitation with %j is refused", async (fields, msg) => {
  const { iris } = await sharedRealm();
  const { status, body } = await send(iris, fields);
  expect([status, body.msg]).toEqual([400, msg]);
  expect(await invites(iris)).toEqual([]);
});

describe("[4.12] the channels and groups of an invitation", () => {
  test("can be default channels, and channels that the inviter can subscribe others to", async () => {
    const { iris, noah, mia } = await realm();
    const subscribe = (person: Person, name: string, fields: Fields = {}) =>
      person.ok(person.post("/users/me/subscriptions", { subscriptions: [{ name }], ...fields }));
    await subscribe(iris, "harbour");
    await subscribe(mia, "secret", { invite_only: true });
    const idOf = async (person: Person, stream: string) =>
      (await person.ok(person.get("/get_stream_id", { stream }))).stream_id;
    const [general, harbour, secret] = [
      await idOf(iris, "general"),
      await idOf(iris, "harbour"),
      await idOf(mia, "secret"),
    ];
    expect((await send(noah, { stream_ids: [general, harbour] })).status).toBe(200);
    expect((await send(noah, { stream_ids: [secret] })).body.msg).toBe(
      `Invalid channel ID ${secret}. No invites were sent.`,
    );
    // An administrator sees a private channel's metadata, but can't subscribe others to it.
    expect((await send(iris, { stream_ids: [secret] })).body.msg).toBe(
      "You do not have permission to subscribe other users to channels.",
    );
    expect((await send(mia, { stream_ids: [secret] })).status).toBe(200);
    await givePermission(iris, "can_add_subscribers_group", "role:moderators");
    expect((await send(noah, { stream_ids: [harbour] })).body).toMatchObject({
      code: "BAD_REQUEST",
      msg: "You do not have permission to subscribe other users to channels.",
    });
    expect((await send(noah, { stream_ids: [general], include_realm_default_subscriptions: true })).status).toBe(200);
  });

  test("can be groups that the inviter can add members to, except deactivated and system groups", async () => {
    const { iris, mona, noah } = await realm();
    const group_id = await makeGroup(mona, "pilots", []);
    const { "role:members": members } = await groupIds(iris);
    expect((await send(mona, { group_ids: [group_id] })).status).toBe(200);
    expect((await send(noah, { group_ids: [group_id] })).body.msg).toBe("Insufficient permission");
    expect((await send(iris, { group_ids: [members] })).body.msg).toBe("Insufficient permission");
    await mona.ok(mona.post(`/user_groups/${group_id}/deactivate`));
    expect((await send(mona, { group_ids: [group_id] })).body.msg).toBe("User group is deactivated.");
  });
});

describe("[4.12] the addresses of an invitation", () => {
  test("are separated by commas or newlines, and each is invited once", async () => {
    const { iris } = await realm();
    const invitee_emails = "a@example.org, b@example.org\nC <c@example.org>\r\n,A@example.org,";
    await iris.ok(send(iris, { invitee_emails }));
    expect((await invites(iris)).map(({ email }) => email)).toEqual([
      "a@example.org",
      "b@example.org",
      "c@example.org",
    ]);
  });

  test("that have accounts are listed in an error, while the others are invited", async () => {
    const { iris, mia } = await realm();
    await iris.ok(iris.delete(`/users/${mia.id}`));
    const { status, body } = await send(iris, {
      invitee_emails: "NOAH@example.com, mia@example.com, nina@example.org",
    });
    expect([status, body]).toEqual([
      400,
      {
        result: "error",
        code: "INVITATION_FAILED",
        msg: expect.any(String),
        errors: [
          ["NOAH@example.com", "Already has an account.", false],
          ["mia@example.com", "The account has been deactivated.", true],
        ],
        sent_invitations: true,
        daily_limit_reached: false,
        license_limit_reached: false,
      },
    ]);
    expect((await invites(iris)).map(({ email }) => email)).toEqual(["nina@example.org"]);
  });

  test("are refused without any email if all of them have accounts", async () => {
    const { iris } = await realm();
    const { body } = await send(iris, { invitee_emails: "noah@example.com" });
    const errors = [["noah@example.com", "Already has an account.", false]];
    expect(body).toMatchObject({ code: "INVITATION_FAILED", errors, ...refused });
    expect(await invites(iris)).toEqual([]);
  });

  test("are all refused if one of them is invalid", async () => {
    const { iris } = await realm();
    const invitee_emails = "nina@example.org, no address, x@mailinator.com";
    const { body } = await send(iris, { invitee_emails });
    const errors = [
      ["no address", "Invalid address.", false],
      ["x@mailinator.com", "Disposable email addresses are not allowed in this organization", false],
    ];
    expect(body).toMatchObject({ code: "INVITATION_FAILED", errors, ...refused });
    expect(await invites(iris)).toEqual([]);
  });

  test("that have accounts don't count against the daily limit", async () => {
    const { iris, noah, mia } = await realm();
    const some = Array.from({ length: 499 }, (_, index) => `p${index}@example.org`);
    const { body } = await send(iris, { invitee_emails: [...some, noah.email, mia.email].join(",") });
    expect(body).toMatchObject({ code: "INVITATION_FAILED", sent_invitations: true, daily_limit_reached: false });
    await iris.ok(send(iris, { invitee_emails: "nina@example.org" }));
    const { body: beyond } = await send(iris, { invitee_emails: "nora@example.org" });
    expect(beyond).toMatchObject({ code: "INVITATION_FAILED", daily_limit_reached: true });
  });

  test("are invited up to a daily limit", async () => {
    const { iris } = await realm();
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `p${from + index}@example.org`).join(",");
    await iris.ok(send(iris, { invitee_emails: some(0, 499) }));
    const { body } = await send(iris, { invitee_emails: some(500, 2) });
    expect(body).toMatchObject({ code: "INVITATION_FAILED", ...refused, daily_limit_reached: true });
    expect((await invites(iris)).length).toBe(499);
    await iris.ok(send(iris, { invitee_emails: some(600, 1) }));
    const again = await iris.post(`/invites/${(await invites(iris))[0].id}/resend`);
    expect(again.body).toMatchObject({ code: "INVITATION_FAILED", daily_limit_reached: true });
    await advanceClock(iris, DAY);
    await iris.ok(send(iris, { invitee_emails: some(700, 1) }));
  });
});

test("[register 5.4] an invitation request sends one event to administrators and the inviter", async () => {
  const { iris, omar, mona, noah, mia, gus } = await realm();
  const people = [iris, omar, noah, mona, mia, gus];
  const seen = await eventsDuring(people, () =>
    noah.ok(send(noah, { invitee_emails: "a@example.org, b@example.org" })),
  );
  const changed = [{ type: "invites_changed", id: expect.any(Number) }];
  expect(seen).toEqual([changed, changed, changed, [], [], []]);
});
