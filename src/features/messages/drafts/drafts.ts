import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { bytesOf, checkNumber, checkRoom } from "../../../protocol/stock.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { settingsOf } from "../../organization/users/users.ts";
import { type Draft, draftRemoved, draftsAdded, draftUpdated } from "./events.ts";
import {
  type DraftRow,
  deleteDraft,
  deleteDraftsOfUser,
  draftOfUser,
  draftsOfUser,
  extentOf,
  insertDraft,
  updateDraft,
} from "./rows.ts";

/** So many are told at registration (register-and-events.md 4); somewhat more are kept. */
export const MOST_AT_REGISTRATION = 1000;
const kept = { most: limits.account.drafts, things: "drafts" };

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

/** Refuses whoever keeps their drafts to each of their devices. */
export function checkSynchronizing(realm: Realm, { user_id }: Actor): void {
  if (!synchronizesDrafts(realm, user_id)) throw badRequest("User has disabled synchronizing drafts.");
}

/** The newest first. */
export const draftsOf = (realm: Realm, user: UserId, most: number = kept.most): Draft[] =>
  draftsOfUser.all(realm.sql, { user, most }).map(draftObject);

export function accessDraft(realm: Realm, { user_id: user }: Actor, id: number): DraftRow {
  const row = draftOfUser.first(realm.sql, { user, id });
  if (row === undefined) throw notFound("Draft does not exist");
  return row;
}

/** Refuses more new drafts than there may be beside those that there are, before any of them is read. */
export const checkMayAdd = (realm: Realm, { user_id: user }: Actor, { length }: readonly unknown[]): void =>
  checkNumber(extentOf.one(realm.sql, { user }).number + length, kept.most, kept.things);

const sizeOf = ({ recipients, topic, content }: Omit<DraftRow, "id">) => bytesOf(recipients, topic, content);

/** Keeps new drafts, and returns their ids in the same order. */
export function addDrafts(realm: Realm, { user_id: user }: Actor, drafts: readonly Omit<DraftRow, "id">[]): number[] {
  if (drafts.length === 0) return [];
  const bytes = drafts.reduce((sum, draft) => sum + sizeOf(draft), 0);
  checkRoom(extentOf.one(realm.sql, { user }), { number: drafts.length, bytes }, kept);
  const added = drafts.map((draft) => draftObject(insertDraft.one(realm.sql, { user, ...draft })));
  realm.emit(draftsAdded({ drafts: added }), only(user));
  return added.map(({ id }) => id);
}

export function changeDraft(realm: Realm, { user_id }: Actor, before: DraftRow, changed: Omit<DraftRow, "id">): void {
  const draft = { ...changed, id: before.id };
  const bytes = sizeOf(draft) - sizeOf(before);
  if (bytes > 0) checkRoom(extentOf.one(realm.sql, { user: user_id }), { number: 0, bytes }, kept);
  const row = updateDraft.one(realm.sql, { ...draft });
  realm.emit(draftUpdated({ draft: draftObject(row) }), only(user_id));
}

export function removeDraft(realm: Realm, { user_id }: Actor, { id }: DraftRow): void {
  deleteDraft.run(realm.sql, { id });
  realm.emit(draftRemoved({ draft_id: id }), only(user_id));
}

/** Drops all drafts of somebody who has turned synchronizing off: clients know by the setting itself. */
export const dropDrafts = (realm: Realm, user: UserId): void => deleteDraftsOfUser.run(realm.sql, { user });
