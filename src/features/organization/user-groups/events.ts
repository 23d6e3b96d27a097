import * as v from "valibot";
import { groupSettingValueSchema } from "../../../protocol/group-setting-value.ts";
import { groupPermissionNames } from "../../../protocol/permission-settings.ts";
import { event } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";

const ids = v.array(v.number());

/** A group in the API's form (register-and-events.md 4.3). */
export const groupObjectSchema = v.strictObject({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  creator_id: v.nullable(v.number()),
  date_created: v.nullable(v.number()),
  is_system_group: v.boolean(),
  members: v.array(v.number()),
  direct_subgroup_ids: v.array(v.number()),
  deactivated: v.boolean(),
  ...v.entriesFromList(groupPermissionNames, groupSettingValueSchema),
});

/**
 * A new group. When a group is deactivated or reactivated, clients with `include_deactivated_groups` get an update of
 * `deactivated`. For other clients, the group is removed or added.
 */
export const groupAdded = event({
  type: "user_group",
  op: "add",
  fields: { group: groupObjectSchema },
});

/** A reactivated group, for clients that saw it removed when it was deactivated. */
export const groupReactivated = event({
  type: "user_group",
  op: "add",
  form: "returned",
  fields: { group: groupObjectSchema },
  wants: (client) => !can(client, "include_deactivated_groups"),
});

export const groupRemoved = event({
  type: "user_group",
  op: "remove",
  fields: { group_id: v.number() },
  wants: (client) => !can(client, "include_deactivated_groups"),
});

const data = v.strictObject({
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  deactivated: v.optional(v.boolean()),
  ...v.entriesFromList(groupPermissionNames, v.optional(groupSettingValueSchema)),
});

export const groupUpdated = event({
  type: "user_group",
  op: "update",
  fields: { group_id: v.number(), data, hidden: v.boolean() },
  wire: { group_id: v.number(), data },
  wants: (client, { hidden }) => !hidden || can(client, "include_deactivated_groups"),
  adapt: ({ group_id, data }) => ({ group_id, data }),
});

export const membersAdded = event({
  type: "user_group",
  op: "add_members",
  fields: { group_id: v.number(), user_ids: ids },
});
export const membersRemoved = event({
  type: "user_group",
  op: "remove_members",
  fields: { group_id: v.number(), user_ids: ids },
});
export const subgroupsAdded = event({
  type: "user_group",
  op: "add_subgroups",
  fields: { group_id: v.number(), direct_subgroup_ids: ids },
});
export const subgroupsRemoved = event({
  type: "user_group",
  op: "remove_subgroups",
  fields: { group_id: v.number(), direct_subgroup_ids: ids },
});

export const events = [
  groupAdded,
  groupReactivated,
  groupRemoved,
  groupUpdated,
  membersAdded,
  membersRemoved,
  subgroupsAdded,
  subgroupsRemoved,
];
