import { type ColumnsOf, type NoParams, statement } from "../../../database/statement.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { currentEmojiCode } from "../../../protocol/emoji.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import type { ImportContext } from "../../../realm/archive-io/writing.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { type User, usersHidingPresence } from "../../organization/accounts/accounts.ts";
import { userAudience } from "../../organization/accounts/audience.ts";
import { visibleUserIds } from "../../organization/accounts/guest-visibility.ts";
import { statusChanged } from "./events.ts";

export const schema = [
  `CREATE TABLE user_statuses (
     user_id INTEGER PRIMARY KEY,
     status_text TEXT NOT NULL,
     emoji_name TEXT NOT NULL,
     emoji_code TEXT NOT NULL,
     reaction_type TEXT NOT NULL
   ) STRICT;`,
];

export interface StatusRow {
  readonly status_text: string;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

const columns = "status_text, emoji_name, emoji_code, reaction_type";
const statusOf = statement<{ user: number }, StatusRow>(`SELECT ${columns} FROM user_statuses WHERE user_id = :user`);
const allStatuses = statement<NoParams, StatusRow & { user_id: UserId }>(
  `SELECT user_id, ${columns} FROM user_statuses ORDER BY user_id`,
);
export const putStatus = statement<{ user: number } & ColumnsOf<StatusRow>>(
  `INSERT INTO user_statuses (user_id, ${columns})
   VALUES (:user, :status_text, :emoji_name, :emoji_code, :reaction_type)
   ON CONFLICT (user_id) DO UPDATE SET status_text = excluded.status_text, emoji_name = excluded.emoji_name,
     emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`,
);
const deleteStatus = statement<{ user: number }>("DELETE FROM user_statuses WHERE user_id = :user");

const EMPTY_STATUS: StatusRow = { status_text: "", emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };

/** Changes the given fields of a user's status, and emits only these to everyone who can see the user. */
export function changeStatus(realm: Realm, user: UserId, change: Partial<StatusRow>, away?: boolean): void {
  const next = { ...(statusOf.first(realm.sql, { user }) ?? EMPTY_STATUS), ...change };
  if (next.status_text === "" && next.emoji_name === "") deleteStatus.run(realm.sql, { user });
  else putStatus.run(realm.sql, { user, ...next });
  const changed = { user_id: user, ...(away === undefined ? {} : { away }), ...change };
  realm.emit(statusChanged(changed), userAudience(realm, accessUser(realm, null, user)));
}

export function clearStatus(realm: Realm, user: UserId): void {
  if (statusOf.first(realm.sql, { user }) !== undefined) changeStatus(realm, user, EMPTY_STATUS);
}

/** Emits a user's status, unless it is empty, to a guest who couldn't see the user until now. */
export function emitStatusTo(realm: Realm, viewer: UserId, { id: user_id }: User): void {
  const status = statusFor(realm, user_id);
  if (Object.keys(status).length > 0) realm.emit(statusChanged({ user_id, ...status }), only(viewer));
}

/** Returns a status in the API's form, without empty fields. `away` reflects `presence_enabled: false`. */
function statusObject(row: StatusRow, away: boolean) {
  const emoji =
    row.emoji_name === ""
      ? {}
      : { emoji_name: row.emoji_name, emoji_code: row.emoji_code, reaction_type: row.reaction_type };
  return { ...(away ? { away } : {}), ...(row.status_text === "" ? {} : { status_text: row.status_text }), ...emoji };
}

export const statusFor = (realm: Realm, user: UserId) =>
  statusObject(statusOf.first(realm.sql, { user }) ?? EMPTY_STATUS, usersHidingPresence(realm).has(user));

export function visibleStatuses(realm: Realm, viewer: Actor): Record<string, ReturnType<typeof statusObject>> {
  const away = usersHidingPresence(realm);
  const known = new Map<UserId, StatusRow>([...away].map((user) => [user, EMPTY_STATUS]));
  for (const { user_id, ...row } of allStatuses.all(realm.sql, {})) known.set(user_id, row);
  const visibleIds = visibleUserIds(realm, viewer);
  const seen = visibleIds && new Set([...visibleIds, viewer.user_id]);
  const shown = [...known].filter(([user]) => seen === null || seen.has(user));
  return Object.fromEntries(shown.map(([user, row]) => [String(user), statusObject(row, away.has(user))]));
}

/** In an archive, statuses are in the rows of the users. */
export const statusArchive: FeatureArchive = {
  tables: ["user_statuses"],
  parts: [
    part({
      table: "users",
      fields({ id }, { realm }) {
        const status = statusOf.first(realm.sql, { user: id });
        if (status === undefined) return {};
        const { status_text, emoji_name, emoji_code, reaction_type } = status;
        return { status: { status_text, emoji_name, emoji_code: currentEmojiCode(emoji_code), reaction_type } };
      },
      write(writing, { id, status, system }) {
        const user = writing.id("user", id);
        if (status === undefined || system !== undefined || user === undefined) return undefined;
        // A custom emoji is imported after the users, so `endStatuses` sets its id.
        if (status.reaction_type === "realm_emoji") writing.addId(EMOJI, id, Number(status.emoji_code) || 0);
        if (writing.writes) insertStatus.run(writing.realm.sql, { user, ...status });
        return undefined;
      },
    }),
  ],
  finish: endStatuses,
};

const EMOJI = "status emoji";

/** Sets the custom emoji of imported statuses, and reports the statuses whose emoji doesn't exist. */
function endStatuses(writing: ImportContext): void {
  const { realm } = writing;
  const emojiOf = [...writing.ids(EMOJI)].sort(([one], [other]) => one - other);
  for (const [id, emoji] of emojiOf) {
    if (writing.id("emoji", emoji) === undefined)
      writing.leftOut("statuses with emoji that there are none of", `users ${id}`);
  }
  if (!writing.writes) return;
  const before = new Set(writing.before("user_statuses").map(({ user_id }) => user_id));
  for (const [id, emoji] of emojiOf) {
    const user = writing.id("user", id);
    if (user === undefined || before.has(user)) continue;
    const now = writing.id("emoji", emoji);
    if (now === undefined) clearEmoji.run(realm.sql, { user });
    else setEmoji.run(realm.sql, { user, code: String(now) });
  }
}

const insertStatus = statement<{ user: number } & ColumnsOf<StatusRow>>(
  `INSERT OR IGNORE INTO user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type)
   VALUES (:user, :status_text, :emoji_name, :emoji_code, :reaction_type)`,
);
/** Until it runs, imported statuses have the archive's ids of custom emoji. */
const setEmoji = statement<{ user: number; code: string }>(
  "UPDATE user_statuses SET emoji_code = :code WHERE user_id = :user AND reaction_type = 'realm_emoji'",
);
const clearEmoji = statement<{ user: number }>(
  `UPDATE user_statuses SET emoji_name = '', emoji_code = '', reaction_type = ''
   WHERE user_id = :user AND reaction_type = 'realm_emoji'`,
);
