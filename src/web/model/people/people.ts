import { derived } from "../derived.ts";
import type { UserId } from "../ids.ts";
import type { State, User } from "../state.ts";
import { userById } from "./users.ts";

type Role = "owner" | "administrator" | "moderator" | "member" | "guest";

const ROLES: Readonly<Record<User["role"], Role>> = {
  100: "owner",
  200: "administrator",
  300: "moderator",
  400: "member",
  600: "guest",
};

export const roleOf = (user: User): Role => ROLES[user.role];

export const me = (state: State): User | undefined => userById(state, state.user_id);

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

/** Compares users by name, and by id if their names are equal, so that the order is stable. */
const byName = (a: User, b: User): number => collator.compare(a.full_name, b.full_name) || a.user_id - b.user_id;

const named = new WeakMap<State, readonly User[]>();

/** All active people by name, without bots. Sorting starts from the last order, which is nearly right and saves time. */
export const peopleByName = derived(["users"], (state): readonly User[] => {
  const before = named.get(state) ?? [];
  const present = new Set(state.realm_users.filter((user) => !user.is_bot));
  const kept = before.filter((user) => present.delete(user));
  const people = [...kept, ...present].sort(byName);
  named.set(state, people);
  return people;
});

export const activeBots = (state: State): readonly User[] => state.realm_users.filter((user) => user.is_bot);

const mutedIds = derived(["users"], (state) => new Set(state.muted_users.map(({ id }) => id)));
export const isMutedUser = (state: State, id: UserId): boolean => mutedIds(state).has(id);

/** The names that several people have. */
const sharedNames = derived(["users"], (state) => {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { full_name } of [...state.realm_users, ...state.realm_non_active_users]) {
    if (seen.has(full_name)) shared.add(full_name);
    seen.add(full_name);
  }
  return shared;
});
export const hasNamesake = (state: State, user: User): boolean => sharedNames(state).has(user.full_name);

/** The Markdown that mentions a user: with the id if others have the same name. */
export function mentionOf(state: State, user: User, kind: "loud" | "silent" = "loud"): string {
  const name = hasNamesake(state, user) ? `${user.full_name}|${user.user_id}` : user.full_name;
  return `@${kind === "silent" ? "_" : ""}**${name}**`;
}
