import { type NoParams, statement } from "../../../database/statement.ts";
import type { CustomEmoji as Picture } from "../../../markup/index.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { everyone, type RealmEvent } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { customEmojiAdded, customEmojiChanged, customEmojiUpdated } from "./events.ts";
import { extraEmoji } from "./extra-emoji.ts";

/** A custom emoji. Rows are never deleted, because old messages may show the emoji. */
interface CustomEmojiRow {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  /** Whether it is animated and also has a still picture. */
  readonly animated: number;
  readonly author_id: UserId;
  readonly deactivated: number;
}

export const schema = [
  `CREATE TABLE custom_emoji (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     file TEXT NOT NULL,
     animated INTEGER NOT NULL,
     author_id INTEGER NOT NULL,
     deactivated INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE UNIQUE INDEX custom_emoji_in_use ON custom_emoji (name) WHERE deactivated = 0;`,
];

const columns = "id, name, file, animated, author_id, deactivated";

const allCustomEmoji = statement<NoParams, CustomEmojiRow>(`SELECT ${columns} FROM custom_emoji ORDER BY id`);
type NewEmoji = { name: string; file: string; animated: boolean; author: UserId };
const insertCustomEmoji = statement<NewEmoji, CustomEmojiRow>(
  `INSERT INTO custom_emoji (name, file, animated, author_id) VALUES (:name, :file, :animated, :author)
   RETURNING ${columns}`,
);
const setDeactivated = statement<{ id: number }>("UPDATE custom_emoji SET deactivated = 1 WHERE id = :id");

interface CustomEmoji {
  readonly byCode: ReadonlyMap<string, CustomEmojiRow>;
  /** Excludes deactivated emoji. */
  readonly byName: ReadonlyMap<string, CustomEmojiRow>;
}

const key = cacheKey<CustomEmoji>("custom emoji");

export const customEmoji = (realm: Realm): CustomEmoji =>
  realm.cached(key, () => {
    const rows = allCustomEmoji.all(realm.sql, {});
    return {
      byCode: new Map(rows.map((row) => [String(row.id), row])),
      byName: new Map(rows.filter((row) => row.deactivated === 0).map((row) => [row.name, row])),
    };
  });

const sourceUrl = (realm: Realm, { file }: Pick<CustomEmojiRow, "file">) =>
  `/user_avatars/${realm.id}/emoji/images/${file}`;
const stillUrl = (realm: Realm, { file }: CustomEmojiRow) => `/user_avatars/${realm.id}/emoji/images/still/${file}`;

/** Returns the emoji with a name if it is a picture, not a character. A custom emoji overrides a default one. */
export function pictureNamed(realm: Realm, name: string): Picture | undefined {
  const custom = customEmoji(realm).byName.get(name);
  const source_url = custom ? sourceUrl(realm, custom) : extraEmoji.get(name);
  return source_url === undefined ? undefined : { name, source_url };
}

const emojiObject = (realm: Realm, row: CustomEmojiRow) => ({
  id: String(row.id),
  name: row.name,
  source_url: sourceUrl(realm, row),
  still_url: row.animated === 1 ? stillUrl(realm, row) : null,
  deactivated: row.deactivated === 1,
  author_id: row.author_id,
});

/** Returns all custom emoji as sent to clients, including deactivated ones (register-and-events.md 4). */
export const emojiObjects = (realm: Realm) =>
  Object.fromEntries([...customEmoji(realm).byCode].map(([id, row]) => [id, emojiObject(realm, row)]));

/** Returns the storage keys of an emoji's pictures. The still picture exists only if the emoji is animated. */
export const emojiFileKeys = (realm: number, file: string) => ({
  key: `${realm}/emoji/${file}`,
  still: `${realm}/emoji/still/${file}`,
});

export function addCustomEmoji(realm: Realm, emoji: NewEmoji): void {
  const row = insertCustomEmoji.one(realm.sql, emoji);
  audit(realm, "organization.emoji_added", { of: { type: "emoji", id: row.id, name: row.name } });
  emitChange(realm, customEmojiAdded({ emoji: emojiObject(realm, row) }));
}

export function deactivateCustomEmoji(realm: Realm, { id, name }: CustomEmojiRow): void {
  audit(realm, "organization.emoji_removed", { of: { type: "emoji", id, name } });
  setDeactivated.run(realm.sql, { id });
  emitChange(realm, customEmojiUpdated({ emoji_id: String(id), data: { deactivated: true } }));
}

function emitChange(realm: Realm, change: RealmEvent): void {
  realm.forget(key);
  realm.emit(change, everyone);
  realm.emit(customEmojiChanged({ realm_emoji: emojiObjects(realm) }), everyone);
}

/** Returns the keys of all custom emoji pictures. Deactivated ones are included, because messages still show them. */
export const emojiKeys = (realm: Realm): string[] =>
  [...customEmoji(realm).byCode.values()].flatMap(({ file, animated }) => [
    `${realm.id}/emoji/${file}`,
    ...(animated === 1 ? [`${realm.id}/emoji/still/${file}`] : []),
  ]);
