import type { UserId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import { userById } from "../../model/people/users.ts";
import type { Conversation } from "../../model/places/conversation.ts";
import type { State, User } from "../../model/state.ts";
import { messageWords } from "../../words/feed.ts";
import { compareNames } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";

/** The name of an account, or "unknown user" for one that the user cannot see. */
export const nameOfUser = (state: State, id: UserId): string =>
  userById(state, id)?.full_name ?? messageWords().unknownUser;

/** The title of a direct conversation: the names of all others, or the user's own. */
export function nameOfDirect(state: State, users: readonly UserId[]): string {
  if (users.length === 0) return navWords().yourself(nameOfUser(state, state.user_id));
  return users
    .map((id) => nameOfUser(state, id))
    .sort(compareNames)
    .join(", ");
}

/** Whether the conversation's title is the name of the message's sender, so that the name need not be repeated. */
export const isNamedFor = (conversation: Conversation, { sender_id }: Message): boolean =>
  conversation.kind === "direct" && conversation.users.length === 1 && conversation.users[0] === sender_id;

/** The first name of a person, for previews of messages. Bots keep the whole name. */
export const shortName = ({ full_name, is_bot }: Pick<User, "full_name" | "is_bot">): string =>
  (is_bot ? undefined : /^(\S+\.\s+)*\S+/.exec(full_name.trim())?.[0]) ?? full_name;
