import { derived } from "../capability.ts";
import type { UserId } from "../ids.ts";
import type { State, User } from "../state.ts";

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

/** Compares users by name, then by id for a stable order. */
export const compareByName = (a: User, b: User): number =>
  collator.compare(a.full_name, b.full_name) || a.user_id - b.user_id;

const peopleByState = new WeakMap<State, readonly User[]>();

/**
 * All active people by name, without bots. Sorts the previous list again, which is fast because it is almost in order.
 */
export const peopleByName = derived(["users"], (state): readonly User[] => {
  const before = peopleByState.get(state) ?? [];
  const present = new Set(state.realm_users.filter((user) => !user.is_bot));
  const kept = before.filter((user) => present.delete(user));
  const people = [...kept, ...present].sort(compareByName);
  peopleByState.set(state, people);
  return people;
});

export const activeBots = (state: State): readonly User[] => state.realm_users.filter((user) => user.is_bot);

/** The server ignores case when it looks up names. */
const nameOf = ({ full_name }: Pick<User, "full_name">) => full_name.toLowerCase();

const sharedNames = derived(["users"], (state) => {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const name of [...state.realm_users, ...state.realm_non_active_users, ...state.cross_realm_bots].map(nameOf)) {
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
});

export const hasNamesake = (state: State, user: User): boolean => sharedNames(state).has(nameOf(user));

/** Names that would mention everyone, and names that look like a name with an id. */
const AMBIGUOUS = /^(?:all|everyone|channel|topic|stream)$|\|\d+$/;

interface MentionForm {
  readonly isSilent: boolean;
  /** True if other users have the same name. */
  readonly isShared: boolean;
}

/** Returns the Markdown of a mention, with the id if the name alone is ambiguous. */
export const mentionMarkdown = (id: UserId, name: string, { isSilent, isShared }: MentionForm): string =>
  `@${isSilent ? "_" : ""}**${name}${isShared || AMBIGUOUS.test(name) ? `|${id}` : ""}**`;

export const mentionOf = (state: State, user: User, kind: "loud" | "silent" = "loud"): string =>
  mentionMarkdown(user.user_id, user.full_name, { isSilent: kind === "silent", isShared: hasNamesake(state, user) });
