import * as fc from "fast-check";
import type { Account, Group, Model } from "../model.ts";
import { one, operation } from "../operation.ts";
import { permits, permitsFor } from "../rules.ts";
import { drawPermission, isAllowedValue, permission } from "../values.ts";

const GROUP_PERMISSIONS = [
  "can_add_members_group",
  "can_join_group",
  "can_leave_group",
  "can_manage_group",
  "can_mention_group",
  "can_remove_members_group",
];

const manages = (model: Model, account: Account, group: Group) =>
  permits(model, account, "can_manage_all_groups") || permitsFor(model, account, group, "can_manage_group");

/** Requests that change groups: users-groups-org.md 3. */
export const groups = [
  operation(
    "create a group",
    3,
    fc.record({ who: one, members: fc.array(one, { maxLength: 3 }), within: fc.option(one) }),
    async (world, { who, members: drawn, within }) => {
      const { model } = world;
      const account = world.anybody(who);
      const members = [...new Set(drawn.map((n) => world.anybody(n).id))];
      const inner = within === null ? undefined : world.anyGroup(within);
      const subgroups = inner?.isActive ? [inner.id] : [];
      const name = world.newName("group");
      const body = await world.attempt(
        `create ${name} of ${members} and groups ${subgroups}`,
        account,
        permits(model, account, "can_create_groups"),
        account.client.post("/user_groups/create", { name, description: "", members, subgroups }),
      );
      if (body === undefined) return;
      const creator = { direct_members: [account.id], direct_subgroups: [] };
      model.groups.push({
        ...{ id: body.group_id, name, members: new Set(members), subgroups: new Set(subgroups), isActive: true },
        permissions: {
          ...{ can_add_members_group: creator, can_manage_group: creator },
          ...{ can_join_group: model.systemGroup("nobody"), can_remove_members_group: model.systemGroup("nobody") },
          ...{ can_leave_group: model.systemGroup("everyone"), can_mention_group: model.systemGroup("everyone") },
        },
      });
    },
  ),
  operation(
    "change a group's members",
    5,
    fc.record({ who: one, group: one, whom: fc.option(one), adds: fc.boolean() }),
    async (world, drawn) => {
      const { model } = world;
      const group = world.anyGroup(drawn.group);
      if (group === undefined) return;
      const account = world.anybody(drawn.who);
      const whom = drawn.whom === null ? account : world.anyAccount(drawn.whom);
      const can = (name: string) => permitsFor(model, account, group, name);
      const isSelf = whom === account;
      const right = drawn.adds
        ? can("can_add_members_group") || (isSelf && can("can_join_group"))
        : can("can_remove_members_group") || (isSelf && can("can_leave_group"));
      const changes = group.members.has(whom.id) !== drawn.adds;
      const isFit = changes && group.isActive && (whom.isActive || !drawn.adds);
      const allowed = account.role !== 600 && (right || manages(model, account, group));
      const body = await world.attempt(
        `${drawn.adds ? "add" : "remove"} ${whom.name} ${drawn.adds ? "to" : "from"} ${group.name}`,
        account,
        allowed && isFit ? (whom.isActive ? true : undefined) : allowed && !group.isActive ? undefined : false,
        account.client.post(`/user_groups/${group.id}/members`, { [drawn.adds ? "add" : "delete"]: [whom.id] }),
      );
      if (body === undefined) return;
      if (drawn.adds) group.members.add(whom.id);
      else group.members.delete(whom.id);
    },
  ),
  operation(
    "change a group's subgroups",
    3,
    fc.record({ who: one, group: one, inner: one, adds: fc.boolean() }),
    async (world, drawn) => {
      const { model } = world;
      const group = world.anyGroup(drawn.group);
      const inner = world.anyGroup(drawn.inner);
      if (group === undefined || inner === undefined) return;
      const account = world.anybody(drawn.who);
      const changes = group.subgroups.has(inner.id) !== drawn.adds;
      const isCycle = drawn.adds && reaches(model, inner, group);
      const allowed = manages(model, account, group) && changes && !isCycle;
      const body = await world.attempt(
        `${drawn.adds ? "put" : "take"} ${inner.name} ${drawn.adds ? "into" : "out of"} ${group.name}`,
        account,
        allowed && !(group.isActive && inner.isActive) ? undefined : allowed,
        account.client.post(`/user_groups/${group.id}/subgroups`, { [drawn.adds ? "add" : "delete"]: [inner.id] }),
      );
      if (body === undefined) return;
      if (drawn.adds) group.subgroups.add(inner.id);
      else group.subgroups.delete(inner.id);
    },
  ),
  operation(
    "set a group's permission",
    4,
    fc.record({ who: one, group: one, name: fc.constantFrom(...GROUP_PERMISSIONS), value: permission }),
    async (world, drawn) => {
      const { model } = world;
      const group = world.anyGroup(drawn.group);
      if (group === undefined) return;
      const account = world.anybody(drawn.who);
      const value = drawPermission(world, drawn.value);
      const isSame = JSON.stringify(value) === JSON.stringify(group.permissions[drawn.name]);
      const isFit = isAllowedValue(model, "group", drawn.name, value);
      const body = await world.attempt(
        `set ${drawn.name} of ${group.name} to ${JSON.stringify(value)}`,
        account,
        isSame ? undefined : manages(model, account, group) && isFit,
        account.client.patch(`/user_groups/${group.id}`, { [drawn.name]: { new: value } }),
      );
      if (body !== undefined) group.permissions[drawn.name] = value;
    },
  ),
  operation("deactivate a group", 2, fc.record({ who: one, group: one }), async (world, drawn) => {
    const { model } = world;
    const group = world.anyGroup(drawn.group);
    if (group === undefined) return;
    const account = world.anybody(drawn.who);
    const body = await world.attempt(
      `deactivate ${group.name}`,
      account,
      manages(model, account, group) && group.isActive && !isInUse(model, group),
      account.client.post(`/user_groups/${group.id}/deactivate`),
    );
    if (body !== undefined) group.isActive = false;
  }),
  operation("reactivate a group", 2, fc.record({ who: one }), async (world, drawn) => {
    const { model } = world;
    const group = model.groups.find(({ isActive }) => !isActive);
    if (group === undefined) return;
    const account = world.anybody(drawn.who);
    const body = await world.attempt(
      `reactivate ${group.name}`,
      account,
      manages(model, account, group),
      account.client.patch(`/user_groups/${group.id}`, { deactivated: false }),
    );
    if (body !== undefined) group.isActive = true;
  }),
];

const reaches = (model: Model, from: Group, to: Group): boolean =>
  from === to || [...from.subgroups].some((id) => reaches(model, model.group(id) as Group, to));

/** True if a group, a channel or a permission refers to the group (users-groups-org.md 3, rule 6). */
function isInUse(model: Model, group: Group): boolean {
  const names = (value: unknown) => {
    const { direct_subgroups = [] } = (typeof value === "object" ? value : {}) as { direct_subgroups?: number[] };
    return value === group.id || direct_subgroups.includes(group.id);
  };
  const inAny = (permissions: object) => Object.values(permissions).some(names);
  const others = model.groups.filter((other) => other !== group && other.isActive);
  return (
    others.some((other) => other.subgroups.has(group.id) || inAny(other.permissions)) ||
    model.channels.some(({ isArchived, permissions }) => !isArchived && inAny(permissions)) ||
    inAny(model.realm.permissions)
  );
}
