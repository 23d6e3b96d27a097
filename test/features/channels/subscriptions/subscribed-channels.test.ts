import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsOfType } from "../../../support/editing.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const subscribedOf = async (who: Person, { id }: { id: number }): Promise<number[]> =>
  (await who.ok(who.get(`/users/${id}/channels`))).subscribed_channel_ids;

describe("[channels 4] the subscribed channels of a user", () => {
  test("include only channels that the caller can see", async () => {
    const { iris, noah, mia, gus } = await realm();
    const before = await subscribedOf(iris, noah);
    const open = await makeChannel(iris, "open", [noah]);
    const closed = await makeChannel(iris, "closed", [noah, mia], { invite_only: true });
    const hidden = await makeChannel(noah, "hidden", [noah], { invite_only: true });
    const archived = await makeChannel(iris, "archived", [noah]);
    await iris.ok(iris.delete(`/streams/${archived}`));
    const told = async (who: Person) => (await subscribedOf(who, noah)).filter((id) => !before.includes(id));
    expect(await told(noah)).toEqual([open, closed, hidden, archived]);
    expect(await told(iris)).toEqual([open, closed, hidden, archived]);
    expect(await told(mia)).toEqual([open, closed, archived]);
    expect(await told(gus)).toEqual([]);
    expect(await outcome(iris.get("/users/99999/channels"))).toBe("BAD_REQUEST: No such user");
  });

  test("are available to bots too, as are single subscriptions and group memberships", async () => {
    const { iris, noah, bot } = await realm();
    const helper = await bot(noah);
    const open = await makeChannel(iris, "open", [noah, helper]);
    expect(await subscribedOf(helper, helper)).toContain(open);
    expect(await subscribedOf(helper, noah)).toContain(open);
    expect(await subscribedOf(noah, helper)).toContain(open);
    expect((await helper.ok(helper.get(`/users/${noah.id}/subscriptions/${open}`))).is_subscribed).toBe(true);
    const { user_groups } = await helper.ok(helper.get("/user_groups"));
    const { id } = user_groups.find(({ name }: Json) => name === "role:members");
    for (const user of [helper, noah])
      expect((await helper.ok(helper.get(`/user_groups/${id}/members/${user.id}`))).is_user_group_member).toBe(true);
  });
});

test("[channels 4] a deactivated user leaves archived channels too, with an event", async () => {
  const { iris, noah, mia } = await realm();
  const open = await makeChannel(iris, "open", [noah, mia]);
  const archived = await makeChannel(iris, "archived", [noah, mia]);
  await iris.ok(iris.delete(`/streams/${archived}`));
  const [events = []] = await eventsDuring([mia], () => iris.ok(iris.delete(`/users/${noah.id}`)));
  const left = eventsOfType(events, "subscription")
    .filter(({ op }) => op === "peer_remove")
    .flatMap(({ stream_ids }) => stream_ids);
  expect(left).toEqual(expect.arrayContaining([open, archived]));
});
