import * as fc from "fast-check";
import type { Account } from "../model.ts";
import { one, operation } from "../operation.ts";
import { isAdministrator, markRead } from "../rules.ts";
import { drawPermission, isAllowedValue, permission } from "../values.ts";
import type { World } from "../world.ts";

/** Accounts nothing else depends on: neither the organization's owner nor a bot or its owner. */
const FREE = ["Mona", "Mia", "Gus"];
const anybodyFree = ({ model }: World, n: number): Account => {
  const free = model.accounts.filter(({ name }) => FREE.some((first) => name.startsWith(first)));
  return free[n % free.length] as Account;
};

const REALM_PERMISSIONS = [
  "can_add_subscribers_group",
  "can_create_groups",
  "can_create_private_channel_group",
  "can_create_public_channel_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_manage_all_groups",
  "can_move_messages_between_channels_group",
  "can_move_messages_between_topics_group",
  "can_resolve_topics_group",
  "can_set_delete_message_policy_group",
  "direct_message_initiator_group",
  "direct_message_permission_group",
];

/** Requests that change users: users-groups-org.md 4.1 and 9. */
export const people = [
  operation(
    "change a role",
    2,
    fc.record({ who: one, whom: one, role: fc.constantFrom(200, 300, 400, 600) }),
    async (world, { who, whom: n, role }) => {
      const account = world.anybody(who);
      const whom = anybodyFree(world, n);
      const body = await world.attempt(
        `make ${whom.name} ${role}`,
        account,
        isAdministrator(account) ? (whom.isActive ? true : undefined) : false,
        account.client.patch(`/users/${whom.id}`, { role }),
      );
      if (body !== undefined) whom.role = role;
    },
  ),
  operation("deactivate", 1, fc.record({ who: one, whom: one }), async (world, { who, whom: n }) => {
    const account = world.anybody(who);
    const whom = anybodyFree(world, n);
    const body = await world.attempt(
      `deactivate ${whom.name}`,
      account,
      isAdministrator(account) ? (whom.isActive ? true : undefined) : false,
      account.client.delete(`/users/${whom.id}`),
    );
    if (body === undefined) return;
    whom.isActive = false;
    // Leaving a channel marks it as read. The protocol doesn't say whether deactivation does, too.
    for (const { id, subscribers } of world.model.channels)
      if (subscribers.has(whom.id)) markRead(world.model, whom, id);
    whom.scheduled.clear();
  }),
  operation("reactivate", 3, fc.record({ who: one, whom: one }), async (world, { who, whom: n }) => {
    const account = world.anybody(who);
    const whom = anybodyFree(world, n);
    if (whom.isActive) return;
    const body = await world.attempt(
      `reactivate ${whom.name}`,
      account,
      isAdministrator(account),
      account.client.post(`/users/${whom.id}/reactivate`),
    );
    if (body !== undefined) whom.isActive = true;
  }),
  operation(
    "mute somebody",
    3,
    fc.record({ who: one, whom: one, is: fc.boolean() }),
    async (world, { who, whom: n, is }) => {
      const account = world.anybody(who);
      const whom = world.anyAccount(n);
      const path = `/users/me/muted_users/${whom.id}`;
      const isNew = account.muted.has(whom.id) !== is;
      const body = await world.attempt(
        `${is ? "mute" : "unmute"} ${whom.name}`,
        account,
        whom !== account && isNew ? (whom.isActive ? true : undefined) : false,
        is ? account.client.post(path) : account.client.delete(path),
      );
      if (body === undefined) return;
      if (!is) account.muted.delete(whom.id);
      else {
        account.muted.add(whom.id);
        for (const { sender, rows } of world.model.messages.values())
          if (sender === whom.id) rows.get(account.id)?.add("read");
      }
    },
  ),
  operation(
    "give a permission",
    4,
    fc.record({ who: one, name: fc.constantFrom(...REALM_PERMISSIONS), value: permission }),
    async (world, drawn) => {
      const { model } = world;
      const account = world.anybody(drawn.who);
      const value = drawPermission(world, drawn.value);
      const isOwnersAffair = drawn.name === "can_manage_all_groups";
      const isAllowed = isOwnersAffair ? account.role === 100 : isAdministrator(account);
      const isSame = JSON.stringify(value) === JSON.stringify(model.realm.permissions[drawn.name]);
      const body = await world.attempt(
        `give ${drawn.name} to ${JSON.stringify(value)}`,
        account,
        isAllowed
          ? isSame
            ? undefined
            : isAllowedValue(model, "realm", drawn.name, value)
          : isSame
            ? undefined
            : false,
        account.client.patch("/realm", { [drawn.name]: { new: value } }),
      );
      if (body !== undefined) model.realm.permissions[drawn.name] = value;
    },
  ),
  operation("allow editing", 1, fc.record({ who: one, is: fc.boolean() }), async (world, { who, is }) => {
    const account = world.anybody(who);
    const body = await world.attempt(
      `${is ? "allow" : "forbid"} editing`,
      account,
      isAdministrator(account),
      account.client.patch("/realm", { allow_message_editing: is }),
    );
    if (body !== undefined) world.model.realm.allowsEditing = is;
  }),
  operation(
    "choose when to follow",
    2,
    fc.record({
      who: one,
      follow: fc.integer({ min: 1, max: 4 }),
      unmute: fc.integer({ min: 1, max: 4 }),
      mentions: fc.boolean(),
    }),
    async (world, { who, follow, unmute, mentions }) => {
      const account = world.anybody(who);
      const body = await world.attempt(
        `follow ${follow}, unmute ${unmute}, where mentioned ${mentions}`,
        account,
        true,
        account.client.patch("/settings", {
          automatically_follow_topics_policy: follow,
          automatically_unmute_topics_in_muted_streams_policy: unmute,
          automatically_follow_topics_where_mentioned: mentions,
        }),
      );
      if (body !== undefined) Object.assign(account.settings, { follow, unmute, followMentions: mentions });
    },
  ),
];
