import { derived } from "../derived.ts";
import { canMentionGroup } from "../organization/permissions.ts";
import type { Group, NamedChannel, NamedCommand, Person } from "./candidate.ts";
import { indexed } from "./ranked.ts";

/** The active accounts, bots among them, for mentions. */
export const peopleIndex = derived(["users"], ({ realm_users }) =>
  indexed(
    realm_users.map(
      ({ user_id, full_name, delivery_email, email, is_bot }): Person => ({
        id: user_id,
        name: full_name,
        email: delivery_email ?? email,
        isBot: is_bot,
      }),
    ),
    ({ name, email }) => [name, email],
  ),
);

/** The number of accounts with each name, deactivated ones included. */
export const nameCounts = derived(["users"], (state) => {
  const counts = new Map<string, number>();
  for (const { full_name } of [...state.realm_users, ...state.realm_non_active_users, ...state.cross_realm_bots]) {
    counts.set(full_name, (counts.get(full_name) ?? 0) + 1);
  }
  return counts;
});

/** The groups that people have created. */
export const groupsIndex = derived(["groups", "users"], (state) =>
  indexed(
    state.realm_user_groups
      .filter(({ is_system_group, deactivated }) => !deactivated && !is_system_group)
      .map((group): Group => {
        const { id, name, description } = group;
        return { id, name, description, mentionable: canMentionGroup(state, group) };
      }),
    ({ name }) => [name],
  ),
);

export const commandsIndex = derived(["realm"], ({ bot_commands = [] }) =>
  indexed(
    bot_commands.map(({ name, description, usage }): NamedCommand => ({ name, description, usage })),
    ({ name }) => [name],
  ),
);

export const channelsIndex = derived(["channels"], ({ subscriptions, unsubscribed, never_subscribed }) =>
  indexed(
    [...subscriptions, ...unsubscribed, ...never_subscribed]
      .filter(({ is_archived }) => !is_archived)
      .map(({ stream_id, name, description }): NamedChannel => ({ id: stream_id, name, description })),
    ({ name }) => [name],
  ),
);
