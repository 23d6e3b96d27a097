import type { Rendered } from "../../../../markup/index.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import {
  deleteFlags,
  deleteWildcardMentions,
  selectFlagsOfMessage,
  updateContent,
  updateRendering,
  updateTexts,
  upsertFlags,
} from "./change-rows.ts";
import { PersonalFlag } from "./personal-flags.ts";
import { insertWildcardMention } from "./rows.ts";
import type { StoredMessage } from "./stored-message.ts";

interface EditedText {
  readonly content: string;
  readonly rendered: Rendered;
  /** Whether the text mentions everyone who received the message. */
  readonly channelWildcard: boolean;
  /** Users mentioned by `@**topic**`, or null if the text has no such mention. */
  readonly topicWildcardUsers: readonly UserId[] | null;
}

/** Writes an edited message's text, and the columns and wildcard mentions derived from it. */
export function writeEdit(
  realm: Realm,
  id: MessageId,
  { content, rendered, channelWildcard, topicWildcardUsers }: EditedText,
): void {
  const topic_wildcard_users = topicWildcardUsers && JSON.stringify(topicWildcardUsers);
  updateContent.run(realm.sql, {
    id,
    content,
    html: rendered.html,
    is_me: Number(rendered.isMe),
    has_link: Number(rendered.hasLink),
    has_image: Number(rendered.hasImage),
    has_attachment: Number(rendered.hasAttachment),
    channel_wildcard: Number(channelWildcard),
    topic_wildcard_users,
    last_edit_at: realm.seconds(),
  });
  deleteWildcardMentions(realm, [id]);
  if (channelWildcard || topicWildcardUsers !== null) {
    insertWildcardMention.run(realm.sql, { message: id, users: channelWildcard ? null : topic_wildcard_users });
  }
}

/** Writes a message's HTML when its text stays the same. */
export const writeRendering = (realm: Realm, id: MessageId, html: string): void =>
  updateRendering.run(realm.sql, { id, html });

/** Writes a message's current and previous texts when only their wording changes. */
export const writeTexts = (
  realm: Realm,
  id: MessageId,
  texts: Pick<StoredMessage, "content" | "html" | "edit_history">,
): void => updateTexts.run(realm.sql, { id, ...texts });

interface Mentioned {
  readonly receivers: ReadonlySet<UserId>;
  /** Users mentioned by name or in a group, whether or not they received the message. */
  readonly mentioned: ReadonlySet<UserId>;
  readonly alerted: ReadonlySet<UserId>;
}

const MENTION_FLAGS = PersonalFlag.mentioned | PersonalFlag.hasAlertWord;

/**
 * Writes the flags `mentioned` and `has_alert_word` of an edited message. Users who didn't receive the message get no
 * flags.
 */
export function writeMentionFlags(realm: Realm, id: MessageId, { receivers, mentioned, alerted }: Mentioned): void {
  const before = new Map(selectFlagsOfMessage.all(realm.sql, { message: id }).map((row) => [row.user_id, row.flags]));
  const concerned = new Set([...before.keys(), ...[...mentioned, ...alerted].filter((user) => receivers.has(user))]);
  const changed = [...concerned].flatMap((user) => {
    const old = before.get(user) ?? 0;
    const isMentioned = mentioned.has(user) ? PersonalFlag.mentioned : 0;
    const flags = (old & ~MENTION_FLAGS) | isMentioned | (alerted.has(user) ? PersonalFlag.hasAlertWord : 0);
    return flags === old ? [] : [[id, user, flags] as const];
  });
  const kept = changed.filter(([, , flags]) => flags !== 0);
  const empty = changed.filter(([, , flags]) => flags === 0);
  if (kept.length > 0) upsertFlags.run(realm.sql, { rows: JSON.stringify(kept) });
  if (empty.length > 0) deleteFlags.run(realm.sql, { rows: JSON.stringify(empty) });
}
