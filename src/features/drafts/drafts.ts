import * as v from "valibot";
import { stored } from "../../database/stored.ts";
import type { Actor } from "../../protocol/actor.ts";
import { badRequest, notFound } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import { only } from "../../realm/event.ts";
import type { Realm } from "../../realm/realm.ts";
import { settingsOf } from "../users/users.ts";
import { type Draft, draftRemoved, draftsAdded, draftUpdated } from "./events.ts";
import {
  countOfUser,
  type DraftRow,
  deleteDraft,
  deleteDraftsOfUser,
  draftOfUser,
  draftsOfUser,
  insertDraft,
  updateDraft,
} from "./rows.ts";

/** So many are told at registration (register-and-events.md 4); somewhat more are kept. */
export const MOST_TOLD = 1000;
const MOST_KEPT = 2000;

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
export const draftsOf = (realm: Realm, user: UserId, most = MOST_KEPT): Draft[] =>
  draftsOfUser.all(realm.sql, { user, most }).map(draftObject);

export function accessDraft(realm: Realm, { user_id: user }: Actor, id: number): DraftRow {
  const row = draftOfUser.first(realm.sql, { user, id });
  if (row === undefined) throw notFound("Draft does not exist");
  return row;
}

const tooMany = () => badRequest(`You cannot have more than ${MOST_KEPT} drafts.`);

/** Refuses more new drafts at once than there may be at all, before any of them is read. */
export function checkNumber({ length }: readonly unknown[]): void {
  if (length > MOST_KEPT) throw tooMany();
}

/** Keeps new drafts, and returns their ids in the same order. */
export function addDrafts(realm: Realm, { user_id: user }: Actor, drafts: readonly Omit<DraftRow, "id">[]): number[] {
  if (countOfUser.one(realm.sql, { user }).count + drafts.length > MOST_KEPT) {
    throw tooMany();
  }
  if (drafts.length === 0) return [];
  const added = drafts.map((draft) => draftObject(insertDraft.one(realm.sql, { user, ...draft })));
  realm.emit(draftsAdded({ drafts: added }), only(user));
  return added.map(({ id }) => id);
}

export function changeDraft(realm: Realm, { user_id }: Actor, draft: DraftRow): void {
  const row = updateDraft.one(realm.sql, { ...draft });
  realm.emit(draftUpdated({ draft: draftObject(row) }), only(user_id));
}

export function removeDraft(realm: Realm, { user_id }: Actor, { id }: DraftRow): void {
  deleteDraft.run(realm.sql, { id });
  realm.emit(draftRemoved({ draft_id: id }), only(user_id));
}

/** Drops all drafts of somebody who has turned synchronizing off: clients know by the setting itself. */
export const dropDrafts = (realm: Realm, user: UserId): void => deleteDraftsOfUser.run(realm.sql, { user });
