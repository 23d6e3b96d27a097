import { derived } from "../capability.ts";
import type { AnyFormOf, EventNamed } from "../event.ts";
import { type Handlers, keyedLists } from "../handlers.ts";
import type { UserId } from "../ids.ts";
import type { BotData, Presence, State, Status, User } from "../state.ts";

/** The changed account fields in a `realm_user/update`. */
export type PersonChange = AnyFormOf<EventNamed<"realm_user/update">["person"]>;

const accounts = keyedLists((user: User) => user.user_id);
const bots = keyedLists((bot: BotData) => bot.user_id);

/** The bot that reports actions in a channel or topic, such as a move. */
export const notificationBot = (state: State): UserId | undefined =>
  state.cross_realm_bots.find(({ email }) => email.startsWith("notification-bot@"))?.user_id;

/** Finds an account or bot, active or not. */
export const userById = (state: State, id: UserId): User | undefined =>
  accounts.get(state.realm_users, id) ??
  accounts.get(state.realm_non_active_users, id) ??
  accounts.get(state.cross_realm_bots, id);

export const isActive = (state: State, id: UserId): boolean =>
  accounts.get(state.realm_users, id) !== undefined || accounts.get(state.cross_realm_bots, id) !== undefined;

/** True if a change deactivates the account, which then has no groups or permissions. */
export const isDeactivation = ({ is_active }: PersonChange): boolean => is_active === false;

function updateUser(state: State, { person }: { readonly person: PersonChange }): void {
  const user = userById(state, person.user_id);
  if (user === undefined) return;
  const { user_id, new_email, custom_profile_field, is_active, role, avatar_url_medium, avatar_source, ...rest } =
    person;
  // The event for a new time zone repeats the email address, which hasn't changed.
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

/** Removes the values of profile fields that no longer exist. */
function keepFields(state: State, { fields }: { readonly fields: readonly { readonly id: number }[] }): void {
  const ids = new Set(fields.map((field) => String(field.id)));
  for (const { profile_data = {} } of [...state.realm_users, ...state.realm_non_active_users])
    for (const id of Object.keys(profile_data)) if (!ids.has(id)) delete profile_data[id];
}

export const usersEvents: Handlers = {
  "realm_user/add": (state, { person }) => {
    const { is_active: _, ...user } = person;
    accounts.put(state.realm_users, user);
  },
  "realm_user/update": updateUser,
  "realm_user/remove": (state, { person: { user_id } }) => {
    accounts.take(state.realm_users, user_id);
    accounts.take(state.realm_non_active_users, user_id);
  },
  "realm_bot/add": (state, { bot }) => bots.put(state.realm_bots, bot),
  "realm_bot/update": (state, { bot }) => Object.assign(bots.get(state.realm_bots, bot.user_id) ?? {}, bot),
  "realm_bot/delete": (state, { bot }) => bots.take(state.realm_bots, bot.user_id),
  custom_profile_fields: keepFields,
  muted_users: (state, { muted_users }) => {
    state.muted_users = muted_users;
  },
};

const mutedIds = derived(["users"], (state) => new Set(state.muted_users.map(({ id }) => id)));
export const isMutedUser = (state: State, id: UserId): boolean => mutedIds(state).has(id);

const EMOJI = ["emoji_name", "emoji_code", "reaction_type"] as const;

export const presenceEvents: Handlers = {
  /** Also handles replies to presence pings, which are the only source of presences in large organizations. */
  presence: (state, { presences = {} }) => {
    for (const [id, presence] of Object.entries(presences)) {
      // The server sends 0 for people whose presence is hidden.
      if (presence.idle_timestamp === 0) delete state.presences[id];
      else state.presences[id] = presence;
    }
  },
  user_status: (state, event) => {
    const status: Status = { ...state.user_status[event.user_id] };
    for (const name of ["away", "status_text", ...EMOJI] as const)
      if (event[name] !== undefined) Object.assign(status, { [name]: event[name] });
    if (status.emoji_name === "") for (const name of EMOJI) delete status[name];
    for (const name of ["away", "status_text"] as const) if (!status[name]) delete status[name];
    if (Object.keys(status).length > 0) state.user_status[event.user_id] = status;
    else delete state.user_status[event.user_id];
  },
  "realm_user/remove": (state, { person: { user_id } }) => {
    delete state.user_status[user_id];
    delete state.presences[user_id];
  },
};

type Activity = "active" | "idle" | "offline";

/**
 * Returns a user's activity, or undefined for bots and if presence is disabled. `now` is the server's time in seconds
 * since 1970.
 */
export function presenceOf(state: State, id: UserId, now: number): Activity | undefined {
  const user = userById(state, id);
  if (user === undefined || user.is_bot || state.realm_presence_disabled) return undefined;
  const { active_timestamp, idle_timestamp } = state.presences[id] ?? NEVER;
  const since = now - state.server_presence_offline_threshold_seconds;
  if (active_timestamp > since) return "active";
  return idle_timestamp > since ? "idle" : "offline";
}

const NEVER: Presence = { active_timestamp: 0, idle_timestamp: 0 };
