import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { givePermission } from "../../../support/groups.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const userState = { fetch_event_types: ["realm_user"], client_gravatar: false };
const listed = async (by: Person): Promise<Map<number, Json>> => {
  const { realm_users } = await by.ok(by.post("/register", userState));
  return new Map(realm_users.map((user: Json) => [user.user_id, user]));
};

test("consecutive registrations get the same user list, each reduced to what the caller can see", async () => {
  const { iris, omar, noah, mia, gus } = await realm();
  await noah.ok(noah.patch("/settings", { email_address_visibility: 3 }));
  await mia.ok(mia.patch("/settings", { email_address_visibility: 4 }));
  await makeChannel(iris, "harbour", [noah, gus]);
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["general"], principals: [gus.id] }));
  await givePermission(iris, "can_access_all_users_group", "role:members");

  const emailsSeenBy = async (by: Person) => {
    const users = await listed(by);
    return [noah, mia].map(({ id }) => users.get(id)?.delivery_email);
  };
  for (let round = 0; round < 2; round += 1) {
    expect(await emailsSeenBy(omar)).toEqual(["noah@example.com", null]);
    expect(await emailsSeenBy(noah)).toEqual(["noah@example.com", null]);
    expect(await emailsSeenBy(mia)).toEqual([null, "mia@example.com"]);
    const ofGuest = await listed(gus);
    expect(ofGuest.get(noah.id)).toMatchObject({ full_name: "Noah Example", delivery_email: null });
    expect(ofGuest.get(mia.id)?.full_name).not.toBe("Mia Example");
  }
});

test("a change appears in every user's next registration, but not in other organizations", async () => {
  const [one, two] = [await realm(), await realm()];
  const nameSeenBy = async ({ mia, noah }: { mia: Person; noah: Person }) =>
    (await listed(mia)).get(noah.id)?.full_name;
  expect([await nameSeenBy(one), await nameSeenBy(two)]).toEqual(["Noah Example", "Noah Example"]);
  await one.noah.ok(one.noah.patch("/settings", { full_name: "Noah of One" }));
  expect([await nameSeenBy(one), await nameSeenBy(two)]).toEqual(["Noah of One", "Noah Example"]);
  await one.iris.ok(one.iris.delete(`/users/${one.noah.id}`));
  expect([await nameSeenBy(one), await nameSeenBy(two)]).toEqual([undefined, "Noah Example"]);
});
