import { derived } from "../capability.ts";
import { fold } from "../completion/match.ts";
import type { State, User } from "../state.ts";
import { byName, peopleByName } from "./people-by-name.ts";

interface PeopleFilter {
  readonly text: string;
  /** Any role if undefined. */
  readonly role?: User["role"] | undefined;
  readonly isActive: boolean;
}

/** The people with deactivated accounts, by name. */
const inactiveByName = derived(["users"], (state): readonly User[] =>
  state.realm_non_active_users.filter((user) => !user.is_bot).sort(byName),
);

/** The folded names and addresses, kept until an account changes. */
const folded = derived(["users"], () => new Map<User, string>());

function textOf(state: State, user: User): string {
  const texts = folded(state);
  const known = texts.get(user);
  if (known !== undefined) return known;
  const text = fold(`${user.full_name} ${user.delivery_email ?? ""}`);
  texts.set(user, text);
  return text;
}

/** The people that a filter leaves, by name. Bots are not among them. */
export function listedPeople(state: State, { text, role, isActive }: PeopleFilter): readonly User[] {
  const words = fold(text.trim()).split(/\s+/).filter(Boolean);
  const all = isActive ? peopleByName(state) : inactiveByName(state);
  if (words.length === 0 && role === undefined) return all;
  return all.filter(
    (user) => (role === undefined || user.role === role) && words.every((word) => textOf(state, user).includes(word)),
  );
}

/** Whether a user is the only owner, who cannot get another role or be deactivated. */
export const isLastOwner = (state: State, user: User): boolean =>
  user.is_owner && !user.is_bot && state.realm_users.filter((one) => one.is_owner && !one.is_bot).length === 1;

/** The active bots of a user, which are deactivated with their owner. */
export const activeBotsOf = (state: State, owner: User): readonly User[] =>
  state.realm_users.filter((user) => user.is_bot && user.bot_owner_id === owner.user_id);
