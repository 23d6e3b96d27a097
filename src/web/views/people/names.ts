import type { UserId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import { userById } from "../../model/people/users.ts";
import type { Conversation } from "../../model/places/conversation.ts";
import type { State, User } from "../../model/state.ts";
import { compareNames } from "../../words/format.ts";
import { messageWords } from "../../words/message.ts";
import { navWords } from "../../words/nav.ts";

/** The name of an account; of one that is not to be seen, that it is unknown. */
export const nameOfUser = (state: State, id: UserId): string =>
  userById(state, id)?.full_name ?? messageWords().unknownUser;

/** What a direct conversation is called: the names of all others, or one's own. */
export function nameOfDirect(state: State, users: readonly UserId[]): string {
  if (users.length === 0) return navWords().yourself(nameOfUser(state, state.user_id));
  return users
    .map((id) => nameOfUser(state, id))
    .sort(compareNames)
    .join(", ");
}

/** Whether the conversation is called like who wrote the message: nobody needs to read the name twice. */
export const isNamedFor = (conversation: Conversation, { sender_id }: Message): boolean =>
  conversation.kind === "direct" && conversation.users.length === 1 && conversation.users[0] === sender_id;

/** What somebody is called where a message matters more than who wrote it: the first name; bots have none. */
export const shortName = ({ full_name, is_bot }: Pick<User, "full_name" | "is_bot">): string =>
  (is_bot ? undefined : /^(\S+\.\s+)*\S+/.exec(full_name.trim())?.[0]) ?? full_name;
