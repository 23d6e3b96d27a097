import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { givePermission, groupIds, makeGroup } from "../../../support/groups.ts";
import { linkInMailTo, visitPage } from "../../../support/mail.ts";
import { withConfig } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const linked = async (by: Person, fields: Fields = {}): Promise<string> =>
  (await by.ok(by.post("/invites/multiuse", fields))).invite_link;
const links = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.get("/invites"))).invites.map((one: Json) => one.link_url ?? null);

test("administrators see the URL of a link only if they can grant everything that it grants", async () => {
  const { iris, omar } = await realm();
  const attic = await makeChannel(iris, "attic", [iris], { invite_only: true });
  const group_id = await makeGroup(iris, "keepers", []);
  const plain = await linked(iris);
  const closed = await linked(iris, { stream_ids: [attic] });
  const mighty = await linked(iris, { group_ids: [group_id] });
  expect(await links(iris)).toEqual([plain, closed, mighty]);
  expect(await links(omar)).toEqual([plain, null, null]);
  const principals = [omar.id];
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "attic" }], principals }));
  await iris.ok(
    iris.patch(`/user_groups/${group_id}`, {
      can_add_members_group: { new: (await groupIds(iris))["role:administrators"] },
    }),
  );
  expect(await links(omar)).toEqual([plain, closed, mighty]);
});

test("a link is refused if its creator can no longer create links", async () => {
  const { iris, omar, host } = await realm();
  const { pathname } = new URL(await linked(omar));
  expect((await visitPage(host, pathname)).status).toBe(200);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 300 }));
  expect((await visitPage(host, pathname)).status).toBe(404);
  const answer = await iris.post(`${pathname.replace(/\/$/, "")}/email`, { email: "nina@example.org" });
  expect([answer.status, answer.body.msg]).toEqual([404, expect.stringContaining("was revoked")]);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 200 }));
  expect((await visitPage(host, pathname)).status).toBe(200);
});

test("an email invitation or confirmation is refused if its inviter can no longer invite users", async () => {
  const { iris, omar, noah, host } = await realm();
  await noah.ok(noah.post("/invites", { invitee_emails: "nina@example.org", stream_ids: [] }));
  const own = await linkInMailTo(iris, "nina@example.org");
  const { pathname } = new URL(await linked(omar));
  await visitPage(host, pathname, { email: "olga@example.org" });
  const asked = await linkInMailTo(iris, "olga@example.org");
  await givePermission(iris, "can_invite_users_group", "role:administrators");
  await givePermission(iris, "create_multiuse_invite_group", "role:owners");
  for (const path of [own, asked]) expect((await visitPage(host, path)).status).toBe(404);
  const { invites } = await omar.ok(omar.get("/invites"));
  const again = await omar.post(`/invites/${invites.find((one: Json) => !one.is_multiuse).id}/resend`);
  expect(again.body.msg).toBe("Noah Example can't invite people anymore. Invite them yourself.");
});

test("a new account cannot take the dummy address of a user whose real one is hidden", async () => {
  const { iris, noah, host } = await realm();
  await noah.ok(noah.patch("/settings", { email_address_visibility: 4 }));
  const email = `user${noah.id}@${host}`;
  const { pathname } = new URL(await linked(iris));
  await withConfig(iris, { mail: "none" }, async () => {
    const page = await visitPage(host, pathname, { email, full_name: "Nina New", password: PASSWORD });
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("Email is already in use.")]);
  });
  const taken = [
    iris.post("/users", { email: email.toUpperCase(), full_name: "Nina New", password: PASSWORD }),
    iris.patch(`/users/${noah.id}`, { new_email: `user999@${host}` }),
    iris.patch("/settings", { email, old_password: OWNER_PASSWORD }),
  ];
  for (const call of taken) expect((await call).body.msg).toBe("Email is already in use.");
  expect((await iris.ok(iris.get(`/users/${email}`))).user.user_id).toBe(noah.id);
});
