import type { UserId } from "../../model/ids.ts";
import type { Message, Reaction } from "../../model/messages/message.ts";

/** An emoji with the people who have reacted with it. */
export interface ReactionGroup {
  readonly key: string;
  readonly reaction: Omit<Reaction, "user_id">;
  /** The people, in the order in which they reacted. */
  readonly users: readonly UserId[];
}

const keyOf = ({ reaction_type, emoji_code }: Omit<Reaction, "user_id">) => `${reaction_type}:${emoji_code}`;

/** The reactions to a message by emoji, in the order of their first use. */
export function reactionGroups(reactions: readonly Reaction[]): readonly ReactionGroup[] {
  const groups = new Map<string, { reaction: Omit<Reaction, "user_id">; users: UserId[] }>();
  for (const { user_id, ...reaction } of reactions) {
    const group = groups.get(keyOf(reaction));
    if (group === undefined) groups.set(keyOf(reaction), { reaction, users: [user_id] });
    else group.users.push(user_id);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

export const hasReacted = (message: Message, reaction: Omit<Reaction, "user_id">, user: UserId): boolean =>
  message.reactions.some((one) => one.user_id === user && keyOf(one) === keyOf(reaction));
