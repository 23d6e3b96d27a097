import { channelById } from "../../model/channels/channels.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { userById } from "../../model/people/users.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import type { State, User } from "../../model/state.ts";
import { messageWords } from "../../words/feed.ts";
import { compareNames, withCommas } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";

/** Returns an account's name, or "unknown user" if there is no account or the user can't see it. */
export const nameOfUser = (state: State, id: UserId | null | undefined): string =>
  (id == null ? undefined : userById(state, id)?.full_name) ?? messageWords().unknownUser;

/** Returns a direct conversation's title: the others' names, or the user's own. */
export function nameOfDirect(state: State, users: readonly UserId[]): string {
  if (users.length === 0) return navWords().yourself(nameOfUser(state, state.user_id));
  return withCommas(users.map((id) => nameOfUser(state, id)).sort(compareNames));
}

/** Returns the names of those channels that the user can see, with "#". */
export const namesOfChannels = (state: State, ids: readonly ChannelId[]): readonly string[] =>
  ids.flatMap((id) => channelById(state, id)?.name ?? []).map((name) => `#${name}`);

/** True if the conversation's title is the sender's name, so that it doesn't have to be repeated. */
export const isNamedFor = (conversation: Conversation, { sender_id }: Message): boolean =>
  conversation.kind === "direct" && conversation.users.length === 1 && conversation.users[0] === sender_id;

/** Returns a user's first name, for message previews. Bots keep their full name. */
export const shortName = ({ full_name, is_bot }: Pick<User, "full_name" | "is_bot">): string =>
  (is_bot ? undefined : /^(\S+\.\s+)*\S+/.exec(full_name.trim())?.[0]) ?? full_name;
