import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { statement } from "../../../database/statement.ts";
import { emojiNames } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { currentEmojiCode, readReactionType } from "../../../protocol/emoji.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import { includesItsMessage, ofMessages } from "../../conversations/archive.ts";
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

/** Adds a reaction to a message the actor can read (messages.md 10). */
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
 * Returns the emoji of an existing reaction, with the name its first user chose, even if the emoji was deactivated
 * since.
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

/** Removes the actor's reaction. Its emoji may have been deactivated since. */
export function removeReaction(realm: Realm, actor: Actor, place: MessageIndexRow, identity: Identity): void {
  const removed = rows.deleteReaction.first(realm.sql, { ...identity, message: place.id, user: actor.user_id });
  if (removed === undefined) throw doesNotExist();
  emitReaction(realm, reactionRemoved, { actor, place, emoji: { ...identity, emoji_name: removed.emoji_name } });
}

/**
 * Removes a batch of a user's reactions to messages above `after`, up to `upTo`. Returns the id of the last message
 * handled.
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

/**
 * Returns the code of an emoji given only by name: that of the actor's own reaction with the name, otherwise of
 * anyone's.
 */
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

/** Sends a reaction's event to the watchers of its message. Guests who can't see the user only get the user's id. */
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

export const reactionArchive: FeatureArchive = {
  ofMessages: ["reactions"],
  leftOut: { topic_reactors: "follows from other tables" },
  parts: [
    part({
      table: "reactions",
      reading: ofMessages("reactions t", {
        key: ["message_id", "seq", "user_id", "reaction_type", "emoji_code"],
        columns: ["emoji_name"],
      }),
      row(row, context) {
        if (!includesItsMessage(row, context)) return undefined;
        return { ...row.of("reactions"), emoji_code: currentEmojiCode(row.text("emoji_code")) };
      },
      write(writing, row) {
        const user = writing.id("user", row.user_id);
        if (user === undefined) return LeftOut.unknownUser;
        if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
        const emoji = emojiOf(writing, row);
        if (emoji === undefined) return "reactions with emoji that there are none of";
        const { noted, realm } = writing;
        const number = noted.ofMessage("reactions", row.message_id, String(user));
        if (number >= limits.account.reactions_to_a_message) return LeftOut.tooMany;
        const key = `${user} ${emoji.reaction_type} ${emoji.emoji_code}`;
        if (noted.ofMessage("reactions", row.message_id, key) > 0) return LeftOut.twice;
        noted.setOfMessage(String(user), number + 1);
        noted.setOfMessage(key, 1);
        if (writing.writes) insertReaction.run(realm.sql, { message: row.message_id + writing.offset, user, ...emoji });
        return undefined;
      },
    }),
  ],
};

/** Returns the emoji of an archived reaction in this organization, or undefined if it can't be resolved. */
function emojiOf(writing: ImportContext, row: ArchiveRow<"reactions">) {
  const { emoji_name } = row;
  const reaction_type = readReactionType(row.reaction_type);
  switch (reaction_type) {
    case "unicode_emoji": {
      const emoji_code = currentEmojiCode(row.emoji_code);
      return emojiNames(emoji_code).length === 0 ? undefined : { emoji_name, emoji_code, reaction_type };
    }
    case "realm_emoji": {
      const id = writing.id("emoji", Number(row.emoji_code));
      return id === undefined ? undefined : { emoji_name, emoji_code: String(id), reaction_type };
    }
    default:
      return row.emoji_code === "zulip" && emoji_name === "zulip"
        ? { emoji_name, emoji_code: "zulip", reaction_type: readReactionType("zulip_extra_emoji") }
        : undefined;
  }
}

const insertReaction = statement<{
  message: number;
  user: number;
  reaction_type: string;
  emoji_code: string;
  emoji_name: string;
}>(
  `INSERT OR IGNORE INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, seq)
   SELECT CAST(:message AS INTEGER), :reaction_type, :emoji_code, CAST(:user AS INTEGER), :emoji_name,
     coalesce((SELECT max(seq) FROM reactions WHERE message_id = :message), 0) + 1`,
);
