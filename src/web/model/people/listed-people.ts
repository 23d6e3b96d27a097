import { derived } from "../capability.ts";
import { fold } from "../match.ts";
import type { State, User } from "../state.ts";
import { compareByName, peopleByName } from "./people-by-name.ts";

interface PeopleFilter {
  readonly text: string;
  /** Undefined for any role. */
  readonly role?: User["role"] | undefined;
  readonly isActive: boolean;
}

const inactiveByName = derived(["users"], (state): readonly User[] =>
  state.realm_non_active_users.filter((user) => !user.is_bot).sort(compareByName),
);

/** Folded names and email addresses, cached until an account changes. */
const folded = derived(["users"], () => new Map<User, string>());

function searchText(state: State, user: User): string {
  const texts = folded(state);
  const known = texts.get(user);
  if (known !== undefined) return known;
  const text = fold(`${user.full_name} ${user.delivery_email ?? ""}`);
  texts.set(user, text);
  return text;
}

/** People who match a filter, by name. Excludes bots. */
export function listedPeople(state: State, { text, role, isActive }: PeopleFilter): readonly User[] {
  const words = fold(text.trim()).split(/\s+/).filter(Boolean);
  const all = isActive ? peopleByName(state) : inactiveByName(state);
  if (words.length === 0 && role === undefined) return all;
  return all.filter(
    (user) =>
      (role === undefined || user.role === role) && words.every((word) => searchText(state, user).includes(word)),
  );
}

/** True if a user is the only owner. The last owner's role can't be changed, and the account can't be deactivated. */
export const isLastOwner = (state: State, user: User): boolean =>
  user.is_owner && !user.is_bot && state.realm_users.filter((one) => one.is_owner && !one.is_bot).length === 1;

/** A user's active bots, which are deactivated along with their owner. */
export const activeBotsOf = (state: State, owner: User): readonly User[] =>
  state.realm_users.filter((user) => user.is_bot && user.bot_owner_id === owner.user_id);
