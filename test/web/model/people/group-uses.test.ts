import { expect, test } from "vitest";
import { groupUses, isUsed, possibleSubgroups } from "../../../../src/web/model/organization/permission-values.ts";
import { groupById } from "../../../../src/web/model/people/groups.ts";
import { group, sampleState, subscription } from "../../support/sample-state.ts";

function stateWithGroups() {
  const state = sampleState();
  state.realm_user_groups.push(
    group(20, "crew"),
    group(21, "pilots", { direct_subgroup_ids: [20], can_mention_group: 20 }),
    group(22, "old", { direct_subgroup_ids: [20], deactivated: true }),
  );
  return state;
}

test("groupUses finds permissions that name a group, alone or among others, and groups that contain it", () => {
  const state = stateWithGroups();
  expect(isUsed(groupUses(state, 21))).toBe(false);
  state.realm_can_create_groups = { direct_members: [], direct_subgroups: [20] };
  state.subscriptions.push(subscription(9, "quay", { can_send_message_group: 20 }));
  state.never_subscribed.push(subscription(10, "gone", { can_send_message_group: 20, is_archived: true }));
  const uses = groupUses(state, 20);
  expect(uses.realm).toEqual(["can_create_groups"]);
  expect(uses.channels.map(({ channel, names }) => [channel.name, names])).toEqual([
    ["quay", ["can_send_message_group"]],
  ]);
  expect(uses.groups.map(({ group, names }) => [group.name, names])).toEqual([["pilots", ["can_mention_group"]]]);
  expect(uses.supergroups.map(({ name }) => name)).toEqual(["pilots"]);
  expect(isUsed(uses)).toBe(true);
});

test("no group can become a subgroup of one of its own subgroups, or of itself", () => {
  const state = stateWithGroups();
  const offered = (id: number) => {
    const of = groupById(state, id);
    return of && possibleSubgroups(state, of).map(({ name }) => name);
  };
  expect(offered(20)).not.toContain("pilots");
  expect(offered(20)).not.toContain("crew");
  expect(offered(21)).not.toContain("crew");
  expect(offered(20)).toContain("role:moderators");
  expect(offered(20)).not.toContain("role:nobody");
});
