import type { Rendered } from "../../../../markup/index.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { PersonalFlag } from "../narrow/index.ts";
import { deleteManyFlags, deleteWildcards, flagsOfMessage, putManyFlags, updateContent } from "./change-rows.ts";
import { insertWildcard } from "./rows.ts";

interface NewText {
  readonly content: string;
  readonly rendered: Rendered;
  /** Whether it calls all who received the message. */
  readonly everybody: boolean;
  /** Whom a mention of the topic calls; null where there is none. */
  readonly topic: readonly UserId[] | null;
}

/** Writes a message's new text. */
export function writeContent(realm: Realm, id: MessageId, { content, rendered, everybody, topic }: NewText): void {
  const topic_wildcard_users = topic && JSON.stringify(topic);
  updateContent.run(realm.sql, {
    id,
    content,
    html: rendered.html,
    is_me: Number(rendered.isMe),
    has_link: Number(rendered.hasLink),
    has_image: Number(rendered.hasImage),
    has_attachment: Number(rendered.hasAttachment),
    channel_wildcard: Number(everybody),
    topic_wildcard_users,
    last_edit_at: realm.seconds(),
  });
  deleteWildcards.run(realm.sql, { ids: JSON.stringify([id]) });
  if (everybody || topic !== null) {
    insertWildcard.run(realm.sql, { message: id, users: everybody ? null : topic_wildcard_users });
  }
}

interface Calls {
  readonly receivers: ReadonlySet<UserId>;
  /** Whoever is called by name or in a group; it counts for those who have the message. */
  readonly mentioned: ReadonlySet<UserId>;
  readonly alerted: ReadonlySet<UserId>;
}

const CALLS = PersonalFlag.mentioned | PersonalFlag.hasAlertWord;

/** Writes whom a message calls now; all other flags stay. Nobody gets it who did not have it. */
export function writeCalls(realm: Realm, id: MessageId, { receivers, mentioned, alerted }: Calls): void {
  const before = new Map(flagsOfMessage.all(realm.sql, { message: id }).map((row) => [row.user_id, row.flags]));
  const having = new Set([...before.keys(), ...[...mentioned, ...alerted].filter((user) => receivers.has(user))]);
  const changed = [...having].flatMap((user) => {
    const old = before.get(user) ?? 0;
    const called = mentioned.has(user) ? PersonalFlag.mentioned : 0;
    const flags = (old & ~CALLS) | called | (alerted.has(user) ? PersonalFlag.hasAlertWord : 0);
    return flags === old ? [] : [[id, user, flags] as const];
  });
  const kept = changed.filter(([, , flags]) => flags !== 0);
  const empty = changed.filter(([, , flags]) => flags === 0);
  if (kept.length > 0) putManyFlags.run(realm.sql, { rows: JSON.stringify(kept) });
  if (empty.length > 0) deleteManyFlags.run(realm.sql, { rows: JSON.stringify(empty) });
}
