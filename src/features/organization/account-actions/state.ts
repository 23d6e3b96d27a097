import type { Actor } from "../../../protocol/actor.ts";
import { Role } from "../../../protocol/roles.ts";
import { can, isZulipWeb, type QueueClient } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessUser } from "../accounts/access.ts";
import type { User } from "../accounts/accounts.ts";
import type { ProfileData } from "../accounts/member-schema.ts";
import { unknownUser } from "../accounts/unknown-user.ts";
import { listedMember, listUsers, readUsers, type UserList } from "../accounts/user-list.ts";
import { avatarUrl } from "../accounts/user-object.ts";
import { permits } from "../organization-settings/realm-settings.ts";

/**
 * All users, and the actor's own fields (register-and-events.md 4). The users are parsed in the Worker, not the realm.
 */
export const usersSlice = stateSlice({
  types: ["realm_user"],
  outside: true,
  collect: ({ realm, actor }) => ({
    list: listUsers(realm, actor, { profiles: actor?.outside !== true }),
    placeholder: { host: realm.host, since: realm.identity.created_at },
    own: actor === null ? spectator : ownFields(realm, actor),
  }),
  shape({ list, placeholder, own }, client) {
    const { systemBots, known, unknown, profileOf } = readUsers(list);
    const shownTo = <Shown extends { is_deleted: boolean }>(user: Shown): Shown => {
      if (!isZulipWeb(client) || user.is_deleted) return user;
      // Zulip's web client doesn't start if the field is false: it must be true or missing.
      const { is_deleted, ...rest } = user;
      return rest as Shown;
    };
    const shaped = (user: User) => shownTo(stateObject(user, list, { ...client, profile: profileOf(user) }));
    const placeholders = can(client, "user_list_incomplete")
      ? []
      : unknown.map((user) => shownTo(unknownUser(user, placeholder)));
    return {
      realm_users: [...known.filter((user) => user.is_active === 1).map(shaped), ...placeholders].sort(byId),
      realm_non_active_users: known.filter((user) => user.is_active === 0).map(shaped),
      cross_realm_bots: systemBots.map((user) => ({ ...shaped(user), is_system_bot: true as const })),
      ...SPECTATORS_FIELDS,
      ...own,
    };
  },
});

/**
 * Sent instead of the actor's own fields if the client has no account: those of a guest without permissions. Zulip's
 * web client needs all of them.
 */
const SPECTATORS_FIELDS = {
  user_id: 0,
  email: "",
  delivery_email: "",
  full_name: "",
  avatar_source: "G",
  avatar_url: "",
  avatar_url_medium: "",
  is_owner: false,
  is_admin: false,
  is_moderator: false,
  is_guest: true,
  can_create_public_streams: false,
  can_create_private_streams: false,
  can_create_web_public_streams: false,
  can_create_streams: false,
  can_invite_others_to_realm: false,
  can_subscribe_other_users: false,
} as const;

/** Spectators have no account. The Worker adds `SPECTATORS_FIELDS` instead. */
const spectator: Partial<ReturnType<typeof ownFields>> = {};

const byId = (a: { user_id: number }, b: { user_id: number }) => a.user_id - b.user_id;

/** Returns a user without `is_active`, which is implied by the list the user is in. */
function stateObject(
  user: User,
  list: UserList,
  { client_gravatar, profile }: Pick<QueueClient, "client_gravatar"> & { readonly profile: ProfileData | null },
) {
  const { is_active: _, ...rest } = listedMember(user, list, { client_gravatar, profile });
  return rest;
}

function ownFields(realm: Realm, actor: Actor) {
  const user = accessUser(realm, actor, actor.user_id);
  const options = { viewer: actor, client_gravatar: false } as const;
  const [open, closed, webPublic] = (
    [
      "can_create_public_channel_group",
      "can_create_private_channel_group",
      "can_create_web_public_channel_group",
    ] as const
  ).map((name) => permits(realm, actor, name));
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: user.delivery_email,
    full_name: user.full_name,
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(user, realm.id, options),
    avatar_url_medium: avatarUrl(user, realm.id, options, true),
    is_owner: user.role === Role.owner,
    is_admin: user.role <= Role.administrator,
    is_moderator: user.role <= Role.moderator,
    is_guest: user.role === Role.guest,
    can_create_public_streams: open,
    can_create_private_streams: closed,
    can_create_web_public_streams: webPublic,
    can_create_streams: open || closed || webPublic,
    can_invite_others_to_realm: permits(realm, actor, "can_invite_users_group"),
    can_subscribe_other_users: permits(realm, actor, "can_add_subscribers_group"),
  };
}
