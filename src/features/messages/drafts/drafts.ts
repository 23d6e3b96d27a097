import * as v from "valibot";
import { type ColumnsOf, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notFound, raise } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf, checkCount, checkQuota, type Usage } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { settingsOf } from "../../organization/accounts/accounts.ts";
import { type Draft, draftRemoved, draftsAdded, draftUpdated } from "./events.ts";

export const schema = [
  `CREATE TABLE drafts (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     type TEXT NOT NULL,
     -- JSON: a list of the channel id, or of user ids.
     recipients TEXT NOT NULL,
     topic TEXT NOT NULL,
     content TEXT NOT NULL,
     edited_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX drafts_by_user ON drafts (user_id, edited_at);`,
];

export interface DraftRow {
  readonly id: number;
  readonly type: "" | "stream" | "private";
  readonly recipients: string;
  readonly topic: string;
  readonly content: string;
  readonly edited_at: Seconds;
}

const draftColumns = "id, type, recipients, topic, content, edited_at";

const draftsOfUser = statement<{ user: number; most: number }, DraftRow>(
  `SELECT ${draftColumns} FROM drafts WHERE user_id = :user ORDER BY edited_at DESC, id DESC LIMIT :most`,
);
const draftOfUser = statement<{ user: number; id: number }, DraftRow>(
  `SELECT ${draftColumns} FROM drafts WHERE id = :id AND user_id = :user`,
);
const draftsAfter = statement<{ after: number; most: number }, DraftRow & { user_id: UserId }>(
  `SELECT user_id, ${draftColumns} FROM drafts WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
const selectExtent = statement<{ user: number }, Usage>(
  `SELECT count(*) AS number, coalesce(sum(octet_length(recipients) + octet_length(topic) + octet_length(content)), 0) AS bytes
   FROM drafts WHERE user_id = :user`,
);
const insertDraft = statement<{ user: number } & Omit<DraftRow, "id">, DraftRow>(
  `INSERT INTO drafts (user_id, type, recipients, topic, content, edited_at)
   VALUES (:user, :type, :recipients, :topic, :content, :edited_at) RETURNING ${draftColumns}`,
);
const updateDraft = statement<ColumnsOf<DraftRow>, DraftRow>(
  `UPDATE drafts SET type = :type, recipients = :recipients, topic = :topic, content = :content, edited_at = :edited_at
   WHERE id = :id RETURNING ${draftColumns}`,
);
const deleteDraft = statement<{ id: number }>("DELETE FROM drafts WHERE id = :id");
const deleteDraftsOfUser = statement<{ user: number }>("DELETE FROM drafts WHERE user_id = :user");

/** Maximum drafts in /register (register-and-events.md 4). An account can have more. */
export const MAX_AT_REGISTRATION = 1000;
const limit = { most: limits.account.drafts, things: "drafts" };

const readRecipients = stored("drafts.recipients", v.array(v.number()), () => []);

const draftObject = ({ id, type, recipients, topic, content, edited_at }: DraftRow): Draft => ({
  id,
  type,
  to: readRecipients(recipients, id),
  topic,
  content,
  timestamp: edited_at,
});

export const synchronizesDrafts = (realm: Realm, user: UserId): boolean =>
  settingsOf(realm, user).enable_drafts_synchronization;

/** Throws if the user has disabled synchronizing drafts between devices. */
export function checkSynchronizing(realm: Realm, { user_id }: Actor): void {
  if (!synchronizesDrafts(realm, user_id)) throw badRequest("User has disabled synchronizing drafts.");
}

/** Returns a user's drafts, newest first. */
export const draftsOf = (realm: Realm, user: UserId, most: number = limit.most): Draft[] =>
  draftsOfUser.all(realm.sql, { user, most }).map(draftObject);

export const accessDraft = (realm: Realm, { user_id: user }: Actor, id: number): DraftRow =>
  draftOfUser.first(realm.sql, { user, id }) ?? raise(notFound("Draft does not exist"));

/** Throws if the stored drafts and the new ones together exceed the limit. Runs before the new ones are validated. */
export const checkMayAdd = (realm: Realm, { user_id: user }: Actor, { length }: readonly unknown[]): void =>
  checkCount(selectExtent.one(realm.sql, { user }).number + length, limit.most, limit.things);

const draftSize = ({ recipients, topic, content }: Omit<DraftRow, "id">) => byteLengthOf(recipients, topic, content);

/** Stores new drafts, and returns their ids in the same order. */
export function addDrafts(realm: Realm, { user_id: user }: Actor, drafts: readonly Omit<DraftRow, "id">[]): number[] {
  if (drafts.length === 0) return [];
  const bytes = drafts.reduce((sum, draft) => sum + draftSize(draft), 0);
  checkQuota(selectExtent.one(realm.sql, { user }), { number: drafts.length, bytes }, limit);
  const added = drafts.map((draft) => draftObject(insertDraft.one(realm.sql, { user, ...draft })));
  realm.emit(draftsAdded({ drafts: added }), only(user));
  return added.map(({ id }) => id);
}

export function changeDraft(realm: Realm, { user_id }: Actor, before: DraftRow, changed: Omit<DraftRow, "id">): void {
  const draft = { ...changed, id: before.id };
  const bytes = draftSize(draft) - draftSize(before);
  if (bytes > 0) checkQuota(selectExtent.one(realm.sql, { user: user_id }), { number: 0, bytes }, limit);
  const row = updateDraft.one(realm.sql, { ...draft });
  realm.emit(draftUpdated({ draft: draftObject(row) }), only(user_id));
}

export function removeDraft(realm: Realm, { user_id }: Actor, { id }: DraftRow): void {
  deleteDraft.run(realm.sql, { id });
  realm.emit(draftRemoved({ draft_id: id }), only(user_id));
}

const DRAFTS_PER_STEP = 200;

/**
 * Applies `rewrite` to the texts of the next drafts after an id. Returns the id of the last one, or null if no drafts
 * follow.
 */
export function rewriteDrafts(realm: Realm, after: number, rewrite: (text: string) => string): number | null {
  const rows = draftsAfter.all(realm.sql, { after, most: DRAFTS_PER_STEP });
  for (const { user_id, ...row } of rows) {
    const content = rewrite(row.content);
    if (content === row.content) continue;
    const written = updateDraft.one(realm.sql, { ...row, content });
    realm.emit(draftUpdated({ draft: draftObject(written) }), only(user_id));
  }
  return rows.length < DRAFTS_PER_STEP ? null : (rows.at(-1)?.id ?? null);
}

/**
 * Deletes all drafts of a user who disabled synchronization. Emits nothing, because clients receive the setting's
 * event.
 */
export const deleteAllDrafts = (realm: Realm, user: UserId): void => deleteDraftsOfUser.run(realm.sql, { user });

export const draftArchive = ownedArchive("drafts", {
  most: { number: limits.account.drafts, bytes: limits.account.kept_bytes },
  reading: {
    key: ["id"],
    columns: ["user_id", "type", 't.recipients AS "to"', "topic", "content", "t.edited_at AS timestamp"],
  },
  write(writing, user, row) {
    const kind = row.type === "stream" ? "channel" : "user";
    const to = row.to.map((id) => writing.id(kind, id));
    if (to.includes(undefined)) return "drafts to what is not in the archive";
    const { type, topic, content, timestamp } = row;
    const values = { user, type, recipients: JSON.stringify(to), topic, content, edited_at: seconds(timestamp) };
    return { bytes: byteLengthOf(topic, content), write: () => insertDraft.run(writing.realm.sql, values) };
  },
});
