import type { UserId } from "../../model/ids.ts";
import type { State } from "../../model/state.ts";
import { userById } from "../../model/users.ts";
import { compareNames } from "../../words/format.ts";
import { words } from "../../words/words.ts";

/** The name of an account; of one that is not to be seen, that it is unknown. */
export const nameOfUser = (state: State, id: UserId): string =>
  userById(state, id)?.full_name ?? words().message.unknownUser;

/** What a direct conversation is called: the names of all others, or one's own. */
export function nameOfDirect(state: State, users: readonly UserId[]): string {
  if (users.length === 0) return words().nav.yourself(nameOfUser(state, state.user_id));
  return users
    .map((id) => nameOfUser(state, id))
    .sort(compareNames)
    .join(", ");
}
