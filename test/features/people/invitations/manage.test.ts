import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const invites = async (person: Person): Promise<Json[]> => (await person.ok(person.get("/invites"))).invites;
const invite = async (person: Person, email: string, fields: Fields = {}): Promise<number> => {
  await person.ok(person.post("/invites", { invitee_emails: email, stream_ids: [], ...fields }));
  return (await invites(person)).find((one) => one.email === email).id;
};
const openLink = async (person: Person, fields: Fields = {}): Promise<{ id: number; url: string }> => {
  const { invite_link: url } = await person.ok(person.post("/invites/multiuse", fields));
  return { id: (await invites(person)).find((one) => one.link_url === url).id, url };
};
const CHANGED = [{ type: "invites_changed", id: expect.any(Number) }];

test("[users 7] a new link is announced to administrators", async () => {
  const { iris, omar, noah } = await realm();
  const seen = await eventsDuring([iris, omar, noah], () => omar.ok(omar.post("/invites/multiuse")));
  expect(seen).toEqual([CHANGED, CHANGED, []]);
});

test("[users 7] administrators see all invitations, members see their own, and guests and bots see none", async () => {
  const { iris, omar, mona, noah, gus, bot, host } = await realm();
  const first = await invite(noah, "a@example.org", { invite_as: 600, invite_expires_in_minutes: null });
  const second = await invite(mona, "b@example.org", { notify_referrer_on_join: false });
  const { url } = await openLink(iris);
  expect(url).toMatch(new RegExp(`^http://${host}/join/[A-Za-z0-9]{32}/$`));
  const all = await invites(omar);
  expect(all).toEqual([
    {
      id: first,
      invited_by_user_id: noah.id,
      invited: expect.any(Number),
      expiry_date: null,
      invited_as: 600,
      email: "a@example.org",
      notify_referrer_on_join: true,
      is_multiuse: false,
    },
    {
      id: second,
      invited_by_user_id: mona.id,
      invited: expect.any(Number),
      expiry_date: expect.any(Number),
      invited_as: 400,
      email: "b@example.org",
      notify_referrer_on_join: false,
      is_multiuse: false,
    },
    {
      id: 1,
      invited_by_user_id: iris.id,
      invited: expect.any(Number),
      expiry_date: expect.any(Number),
      invited_as: 400,
      link_url: url,
      notify_referrer_on_join: false,
      is_multiuse: true,
    },
  ]);
  // The default validity is ten days.
  expect(all[1].expiry_date - all[1].invited).toBe(14_400 * 60);
  expect(Math.abs(all[1].invited - Date.now() / 1000)).toBeLessThan(60);
  expect(await invites(iris)).toEqual(all);
  expect(await invites(noah)).toEqual([all[0]]);
  expect((await gus.get("/invites")).body.msg).toBe("Not allowed for guest users");
  expect((await (await bot(iris)).get("/invites")).status).toBe(400);
});

test("[users 7] by default administrators can create links, with roles and channels that they can grant", async () => {
  const { iris, omar, mona, noah, gus } = await realm();
  for (const person of [iris, omar]) await openLink(person);
  for (const person of [mona, noah]) {
    expect((await person.post("/invites/multiuse")).body).toMatchObject({
      code: "BAD_REQUEST",
      msg: "Insufficient permission",
    });
  }
  expect((await gus.post("/invites/multiuse")).body.msg).toBe("Not allowed for guest users");
  expect((await omar.post("/invites/multiuse", { invite_as: 100 })).body.msg).toBe("Insufficient permission");
  expect((await omar.post("/invites/multiuse", { stream_ids: [77] })).body.msg).toBe(
    "Invalid channel ID 77. No invites were sent.",
  );
});

test("[users 7] only owners can see and revoke a link that grants the owner role", async () => {
  const { iris, omar } = await realm();
  const { id, url } = await openLink(iris, { invite_as: 100 });
  const mailed = await invite(iris, "boss@example.org", { invite_as: 100 });
  const [, seen] = await invites(omar);
  expect(seen).toMatchObject({ id, invited_as: 100 });
  expect(seen).not.toHaveProperty("link_url");
  for (const refusal of [
    await omar.delete(`/invites/multiuse/${id}`),
    await omar.delete(`/invites/${mailed}`),
    await omar.post(`/invites/${mailed}/resend`),
  ]) {
    expect(refusal.body).toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization owner" });
  }
  expect((await invites(iris)).find((one) => one.is_multiuse).link_url).toBe(url);
  await iris.ok(iris.delete(`/invites/multiuse/${id}`));
  await iris.ok(iris.delete(`/invites/${mailed}`));
});

test("[users 7] an invitation can be revoked by its inviter or an administrator", async () => {
  const { iris, omar, mona, noah, mia, host } = await realm();
  const first = await invite(noah, "a@example.org");
  const second = await invite(noah, "b@example.org");
  const path = await linkInMailTo(iris, "a@example.org");
  for (const person of [mona, mia]) {
    expect((await person.delete(`/invites/${first}`)).body).toMatchObject({
      code: "BAD_REQUEST",
      msg: "No such invitation",
    });
    expect((await person.post(`/invites/${first}/resend`)).body.msg).toBe("No such invitation");
  }
  expect((await visitPage(host, path)).status).toBe(200);
  const seen = await eventsDuring([iris, noah, mia], () => noah.ok(noah.delete(`/invites/${first}`)));
  expect(seen).toEqual([CHANGED, CHANGED, []]);
  await omar.ok(omar.delete(`/invites/${second}`));
  expect(await invites(iris)).toEqual([]);
  expect((await visitPage(host, path)).status).toBe(404);
  for (const call of [
    await noah.delete(`/invites/${first}`),
    await noah.post(`/invites/${first}/resend`),
    await noah.delete("/invites/999"),
    await iris.delete("/invites/multiuse/999"),
  ]) {
    expect(call.body).toMatchObject({ code: "BAD_REQUEST", msg: "No such invitation" });
  }
});

test("[users 7] a link can be revoked once, and its page then returns 404", async () => {
  const { iris, omar, noah, host } = await realm();
  const { id, url } = await openLink(omar);
  const { pathname } = new URL(url);
  expect((await noah.delete(`/invites/multiuse/${id}`)).body.msg).toBe("No such invitation");
  const seen = await eventsDuring([iris, omar, noah], () => iris.ok(iris.delete(`/invites/multiuse/${id}`)));
  expect(seen).toEqual([CHANGED, CHANGED, []]);
  expect((await omar.delete(`/invites/multiuse/${id}`)).body).toMatchObject({
    code: "BAD_REQUEST",
    msg: "Invitation has already been revoked",
  });
  expect(await invites(iris)).toEqual([]);
  const page = await visitPage(host, pathname);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("revoked")]);
});

test("[users 7] resending an invitation sends a new link valid for the full time, without extending the old one", async () => {
  const { iris, noah, host } = await realm();
  const id = await invite(noah, "a@example.org", { invite_expires_in_minutes: 60 });
  const old = await linkInMailTo(iris, "a@example.org");
  await advanceClock(iris, 40 * 60_000);
  const seen = await eventsDuring([iris, noah], () => noah.ok(noah.post(`/invites/${id}/resend`)));
  expect(seen).toEqual([CHANGED, CHANGED]);
  const [again, ...rest] = await invites(noah);
  expect([again.id, again.expiry_date - again.invited, rest]).toEqual([id, 3600, []]);
  const path = await linkInMailTo(iris, "a@example.org", 2);
  expect(path).not.toBe(old);
  await advanceClock(iris, 40 * 60_000);
  expect((await visitPage(host, old)).status).toBe(404);
  expect((await visitPage(host, path)).status).toBe(200);
  await advanceClock(iris, 21 * 60_000);
  const page = await visitPage(host, path);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("expired")]);
  expect(await invites(noah)).toEqual([]);
  expect((await noah.post(`/invites/${id}/resend`)).body.msg).toBe("No such invitation");
});

test("[users 4.1] deactivating a user revokes their invitations", async () => {
  const { iris, omar, host } = await realm();
  await invite(omar, "a@example.org");
  const { url } = await openLink(omar);
  const mine = await invite(iris, "b@example.org");
  const path = await linkInMailTo(iris, "a@example.org");
  const [seen = []] = await eventsDuring([iris], () => iris.ok(iris.delete(`/users/${omar.id}`)));
  expect(seen.map(({ type }) => type)).toContain("invites_changed");
  expect((await invites(iris)).map(({ id }) => id)).toEqual([mine]);
  for (const gone of [path, new URL(url).pathname]) expect((await visitPage(host, gone)).status).toBe(404);
  await iris.ok(iris.post(`/users/${omar.id}/reactivate`));
  expect((await visitPage(host, path)).status).toBe(404);
});

test("an invitation does not grant a role that its inviter has lost", async () => {
  const { iris, omar, host } = await realm();
  await invite(omar, "a@example.org", { invite_as: 200 });
  const path = await linkInMailTo(iris, "a@example.org");
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
  expect((await visitPage(host, path)).status).toBe(404);
});

test("the invitation email names the inviter, the organization, and the link's expiry", async () => {
  const { iris, noah } = await realm();
  await invite(noah, "a@example.org");
  const [letter] = await mailsTo(iris, "a@example.org");
  expect(letter.subject).toBe("Noah Example invited you to join Test");
  expect(letter.text).toContain("Noah Example");
  expect(letter.text).toContain(letter.url);
  expect(letter.text).toMatch(/expires on \w+, \w+ \d+, \d{4} at \d+:\d\d.[AP]M \(UTC\)\./);
});
