import { searchText } from "../../../../../src/features/messages/core/search/index.ts";
import { type Organization, sentAt, topicKey } from "./random-organization.ts";

const zero = (realm: number) => realm * 2 ** 32;

/**
 * Inserts an organization into D1, as shipping would. Its number must be above a million, because those of other
 * organizations are drawn from below that, and tests share the database.
 */
export async function insertOrganization(
  database: D1Database,
  realm: number,
  { users, messages }: Organization,
): Promise<void> {
  const insert = (table: string, rows: readonly Record<string, unknown>[]) => {
    if (rows[0] === undefined) return [];
    const columns = Object.keys(rows[0]);
    const statement = database
      .prepare(
        `INSERT INTO ${table} (${columns.join(", ")})
         SELECT ${columns.map((column) => `value ->> '${column}'`).join(", ")} FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows));
    return [statement];
  };
  const all = messages.map(({ channel, direct, ...message }) => ({
    key: zero(realm) + message.id,
    realm,
    id: message.id,
    conversation_id: channel?.conversation ?? direct?.conversation,
    channel_id: channel?.id ?? null,
    sender_id: message.sender,
    topic: message.topic,
    topic_key: topicKey(message.topic),
    content: message.content,
    html: message.html,
    client: "test",
    sent_at: sentAt(message.id),
    is_me: 0,
    has_link: message.has_link,
    has_image: message.has_image,
    has_attachment: message.has_attachment,
    channel_wildcard: message.channel_wildcard,
    grant_id: message.grant_id,
    topic_wildcard_users: message.topicWildcardUsers && JSON.stringify(message.topicWildcardUsers),
    topic_links: "[]",
  }));
  const flags = messages.flatMap(({ id, flags }) =>
    [...flags].map(([user_id, bits]) => ({ realm, user_id, message_id: id, flags: bits })),
  );
  const reactions = messages.flatMap(({ id, reactions }) =>
    users.slice(0, reactions).map((user, seq) => ({
      realm,
      message_id: id,
      user_id: user.id,
      reaction_type: "unicode_emoji",
      emoji_code: "1f642",
      emoji_name: "smile",
      seq,
    })),
  );
  const accounts = users.map(({ id, email }) => ({
    key: zero(realm) + id,
    realm,
    id,
    email,
    delivery_email: email,
    email_visibility: 1,
    full_name: `User ${id}`,
    role: 400,
    is_active: 1,
    avatar_source: "G",
    avatar_version: 1,
    avatar_hash: "",
    timezone: "",
    date_joined: 0,
  }));
  const words = all.map(({ key, topic, content, html }) => ({ rowid: key, ...searchText({ topic, content, html }) }));
  await database.batch([
    ...insert("users", accounts),
    ...insert("messages", all),
    ...insert("personal_flags", flags),
    ...insert("reactions", reactions),
    ...insert("message_words", words),
  ]);
}
