import type { Actor } from "../../../protocol/actor.ts";
import { currentEmojiCode } from "../../../protocol/emoji.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf, type User } from "../../organization/accounts/accounts.ts";
import { apartFromOutside, userAudience } from "../../organization/accounts/audience.ts";
import { unknownUser } from "../../organization/accounts/unknown-user.ts";
import { type Emoji, type NamedEmoji, resolveEmoji } from "../../organization/emoji/emoji.ts";
import { keepAsHistorical } from "../core/flags/apply-flag-change.ts";
import { followForParticipant } from "../core/send/follow-topics.ts";
import { watchersOf } from "../core/store/message-watchers.ts";
import { reactionAdded, reactionRemoved } from "./events.ts";
import * as rows from "./rows.ts";

/** Runs when a user has reacted to a message, after the event. */
export const reactionAddedHook = hook<[actor: Actor, place: MessageIndexRow, emoji: Emoji]>("reaction added");

/** Maximum reactions removed per step. A user can't have that many on one message. */
const REMOVED_AT_ONCE = 500;

const alreadyExists = () => new ApiError({ code: "REACTION_ALREADY_EXISTS", msg: "Reaction already exists." });
const doesNotExist = () => new ApiError({ code: "REACTION_DOES_NOT_EXIST", msg: "Reaction doesn't exist." });

/** The fields that make two reactions to a message the same, regardless of the emoji names they use. */
type Identity = Pick<Emoji, "emoji_code" | "reaction_type">;

/** Adds an actor's reaction to a message they can read (messages.md 10). */
export function addReaction(realm: Realm, actor: Actor, place: MessageIndexRow, given: NamedEmoji): void {
  const emoji = emojiOfFirst(realm, place, given) ?? validEmoji(realm, place, given);
  const reaction = { ...emoji, message: place.id, user: actor.user_id };
  if (rows.ownReaction.first(realm.sql, reaction) !== undefined) throw alreadyExists();
  const { count } = rows.ownReactions.one(realm.sql, { message: place.id, user: actor.user_id });
  checkCount(count + 1, limits.account.reactions_to_a_message, "reactions to a message");
  rows.insertReaction.run(realm.sql, reaction);
  keepAsHistorical(realm, actor.user_id, place);
  if (!actor.is_bot) followForParticipant(realm, actor.user_id, place);
  emitReaction(realm, reactionAdded, { actor, place, emoji });
  realm.run(reactionAddedHook, actor, place, emoji);
}

/**
 * Returns the emoji of an existing reaction, with the name its first user gave it, even if it was deactivated since.
 */
function emojiOfFirst(
  realm: Realm,
  place: MessageIndexRow,
  { emoji_code, reaction_type }: NamedEmoji,
): Emoji | undefined {
  if (emoji_code === undefined || reaction_type === undefined) return undefined;
  const first = rows.firstReaction.first(realm.sql, { message: place.id, emoji_code, reaction_type });
  return first && { emoji_name: first.emoji_name, emoji_code, reaction_type };
}

function validEmoji(realm: Realm, place: MessageIndexRow, given: NamedEmoji): Emoji {
  const emoji = resolveEmoji(realm, given);
  return emojiOfFirst(realm, place, emoji) ?? emoji;
}

/** Removes an actor's reaction. Its emoji may have been deactivated since. */
export function removeReaction(realm: Realm, actor: Actor, place: MessageIndexRow, identity: Identity): void {
  const removed = rows.deleteReaction.first(realm.sql, { ...identity, message: place.id, user: actor.user_id });
  if (removed === undefined) throw doesNotExist();
  emitReaction(realm, reactionRemoved, { actor, place, emoji: { ...identity, emoji_name: removed.emoji_name } });
}

/**
 * Removes the next of a user's reactions to messages after `after` up to `upTo`. Returns the id of the last message
 * that is done.
 */
export function removeReactionsBetween(realm: Realm, user: User, after: number, upTo: number): number {
  const some = rows.reactionsBetween.all(realm.sql, { user: user.id, after, up_to: upTo, most: REMOVED_AT_ONCE });
  const messages = new Map(
    placesOfMessages(
      realm,
      some.map(({ message_id }) => message_id),
    ).map((row) => [row.id, row]),
  );
  for (const { message_id, emoji_code, reaction_type } of some) {
    const emoji = { emoji_code: currentEmojiCode(emoji_code), reaction_type };
    const removed = rows.deleteReaction.first(realm.sql, { ...emoji, message: message_id, user: user.id });
    const place = messages.get(message_id);
    if (removed === undefined || place === undefined) continue;
    emitReaction(realm, reactionRemoved, { actor: actorOf(user), place, emoji: { ...emoji, ...removed } });
  }
  return some.length < REMOVED_AT_ONCE ? upTo : Math.max(after, (some.at(-1)?.message_id ?? upTo) - 1);
}

/** Returns the code of an emoji given only by name: that of the actor's own reaction, otherwise any with that name. */
export function emojiCodeOf(
  realm: Realm,
  actor: Actor,
  place: MessageIndexRow,
  { emoji_name, reaction_type }: Omit<Emoji, "emoji_code">,
): string {
  const named = { message: place.id, user: actor.user_id, reaction_type, emoji_name };
  const own = rows.ownReactionNamed.first(realm.sql, named);
  return own ? currentEmojiCode(own.emoji_code) : resolveEmoji(realm, { emoji_name }).emoji_code;
}

export const reactionsBy = (realm: Realm, user: UserId, [first, last]: readonly [number, number]) =>
  rows.reactionsOfUser
    .all(realm.sql, { user, first, last })
    .map((reaction) => ({ ...reaction, emoji_code: currentEmojiCode(reaction.emoji_code) }));

interface Reaction {
  readonly actor: Actor;
  readonly place: MessageIndexRow;
  readonly emoji: Emoji;
}

/** Sends a reaction's event to the watchers of its message. Guests who can't know the user only get the user's id. */
function emitReaction(
  realm: Realm,
  event: typeof reactionAdded | typeof reactionRemoved,
  { actor, place, emoji }: Reaction,
): void {
  const { user_id, email, full_name } = actor;
  const watchers = watchersOf(realm, [place]);
  const knowing = userAudience(realm, accessUser(realm, null, user_id));
  const stranger = unknownUser({ id: user_id }, { host: realm.host, since: seconds(0) });
  const { emoji_name, emoji_code, reaction_type } = emoji;
  realm.emit(
    event({
      message_id: place.id,
      emoji_name,
      emoji_code,
      reaction_type,
      user_id,
      user: { user_id, email, full_name },
    }),
    ...apartFromOutside(
      realm,
      { includes: (user, ...queue) => watchers.has(user) && knowing.includes(user, ...queue) },
      { user: { user_id, email: stranger.email, full_name } },
    ),
    {
      includes: (user) => watchers.has(user),
      extra: { user: { user_id, email: stranger.email, full_name: stranger.full_name } },
    },
  );
}
