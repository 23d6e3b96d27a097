import type { Handlers } from "./handlers.ts";
import type { UserId } from "./ids.ts";
import { keyedLists } from "./keyed-list.ts";
import type { State } from "./state.ts";

/** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
type RoleId = 100 | 200 | 300 | 400 | 600;

/** The value of a custom profile field; of the kinds that are Markdown, with its HTML. */
interface ProfileValue {
  value: string;
  rendered_value?: string;
}

export interface User {
  readonly user_id: UserId;
  /** The address that the API knows the account by, which may be another than the one that mail goes to. */
  email: string;
  /** Null where it is not to be seen. */
  delivery_email: string | null;
  full_name: string;
  /** ISO 8601. */
  date_joined: string;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  bot_type: number | null;
  bot_owner_id: UserId | null;
  role: RoleId;
  timezone: string;
  avatar_url: string | null;
  avatar_version: number;
  /** By the id of the field; bots have none. */
  profile_data?: Record<string, ProfileValue>;
  is_system_bot?: true;
}

/** The service of a bot: an outgoing webhook has an address, an embedded bot a program of the server. */
type BotService =
  | { readonly base_url: string; readonly interface: number; readonly token: string }
  | { readonly service_name: string; readonly config_data: Readonly<Record<string, string>> };

/** A bot, as its owner and administrators see it. */
export interface Bot {
  readonly user_id: UserId;
  readonly email: string;
  bot_type: number | null;
  full_name: string;
  is_active: boolean;
  owner_id: UserId | null;
  avatar_url: string;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  services: readonly BotService[];
}

interface MutedUser {
  readonly id: UserId;
  readonly timestamp: number;
}

export interface UsersState {
  realm_users: User[];
  realm_non_active_users: User[];
  /** Bots that every organization has, such as the one of notifications. */
  cross_realm_bots: User[];
  /** One's own bots; for administrators, all. */
  realm_bots: Bot[];
  muted_users: MutedUser[];
}

/** What a `realm_user/update` says of an account: only what has changed. */
export interface PersonChange
  extends Partial<
    Pick<
      User,
      "role" | "full_name" | "timezone" | "delivery_email" | "avatar_url" | "avatar_version" | "bot_owner_id" | "email"
    >
  > {
  readonly user_id: UserId;
  /** The address that the API knows the account by from now on. */
  readonly new_email?: string;
  readonly is_active?: boolean;
  readonly avatar_source?: string;
  readonly avatar_url_medium?: string;
  readonly custom_profile_field?: {
    readonly id: number;
    readonly value: string | null;
    readonly rendered_value?: string;
  };
}

const accounts = keyedLists((user: User) => user.user_id);
const bots = keyedLists((bot: Bot) => bot.user_id);

/** An account, active or not, or a bot. */
export const userById = (state: State, id: UserId): User | undefined =>
  accounts.get(state.realm_users, id) ??
  accounts.get(state.realm_non_active_users, id) ??
  accounts.get(state.cross_realm_bots, id);

export const isActive = (state: State, id: UserId): boolean =>
  accounts.get(state.realm_users, id) !== undefined || accounts.get(state.cross_realm_bots, id) !== undefined;

function updateUser(state: State, { person }: { readonly person: PersonChange }): void {
  const user = userById(state, person.user_id);
  if (user === undefined) return;
  const { user_id, new_email, custom_profile_field, is_active, role, avatar_url_medium, avatar_source, ...rest } =
    person;
  // With a time zone comes the address, which has not changed.
  const { email: _, ...changes } = rest;
  Object.assign(user, changes);
  if (new_email !== undefined) user.email = new_email;
  if (role !== undefined)
    Object.assign(user, { role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 });
  if (is_active !== undefined) {
    accounts.take(is_active ? state.realm_non_active_users : state.realm_users, user_id);
    accounts.put(is_active ? state.realm_users : state.realm_non_active_users, user);
  }
  if (custom_profile_field !== undefined) setProfileValue(user, custom_profile_field);
}

function setProfileValue(
  user: User,
  { id, value, rendered_value }: NonNullable<PersonChange["custom_profile_field"]>,
): void {
  user.profile_data ??= {};
  if (value === null) delete user.profile_data[id];
  else user.profile_data[id] = rendered_value === undefined ? { value } : { value, rendered_value };
}

/** Values of fields that are no more are gone with them. */
function keepFields(state: State, { fields }: { readonly fields: readonly { readonly id: number }[] }): void {
  const ids = new Set(fields.map((field) => String(field.id)));
  for (const { profile_data = {} } of [...state.realm_users, ...state.realm_non_active_users])
    for (const id of Object.keys(profile_data)) if (!ids.has(id)) delete profile_data[id];
}

export const usersEvents: Handlers = {
  "realm_user/add": (state, { person }: { readonly person: User & { readonly is_active: boolean } }) => {
    const { is_active: _, ...user } = person;
    accounts.put(state.realm_users, user);
  },
  "realm_user/update": updateUser,
  "realm_user/remove": (state, { person: { user_id } }: { readonly person: { readonly user_id: UserId } }) => {
    accounts.take(state.realm_users, user_id);
    accounts.take(state.realm_non_active_users, user_id);
  },
  "realm_bot/add": (state, { bot }: { readonly bot: Bot }) => bots.put(state.realm_bots, bot),
  "realm_bot/update": (state, { bot }: { readonly bot: Pick<Bot, "user_id"> & Partial<Bot> }) => {
    Object.assign(bots.get(state.realm_bots, bot.user_id) ?? {}, bot);
  },
  "realm_bot/delete": (state, { bot }: { readonly bot: Pick<Bot, "user_id"> }) => {
    bots.take(state.realm_bots, bot.user_id);
  },
  custom_profile_fields: keepFields,
  muted_users: (state, { muted_users }: Pick<State, "muted_users">) => {
    state.muted_users = muted_users;
  },
};
