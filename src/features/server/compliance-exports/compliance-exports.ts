import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notFound, raise } from "../../../protocol/errors.ts";
import { type ChannelId, toChannelId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { Role } from "../../../protocol/roles.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, type Seconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { canSendMail } from "../../email/email.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { roleAtMost } from "../../organization/accounts/audience.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { emailUser } from "../../organization/organization-settings/email-user.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessHold } from "../../trust/legal-holds/access.ts";
import type { ArchiveKind } from "../exports/archives/kinds.ts";
import { archivesOf, beginOfKind, endOfKind } from "../exports/archives/of-kind.ts";
import { COMPLIANCE_NAME } from "../exports/download.ts";
import { type ComplianceExport, complianceExportsChanged } from "./events.ts";
import type { ComplianceRow, State } from "./rows.ts";
import * as rows from "./rows.ts";
import { checkSecondOwner, needsSecondOwner, noteOwnerChange, presentAndFormerOwners } from "./second-owner.ts";

const emailWords = words("complianceExports", {
  subject: "A compliance export of {organization} was requested",
  asked: "{by} requested a compliance export of messages of {organization}.",
  look: "Owners see all compliance exports in the organization’s settings, where they can also delete them.",
});

/** Emails users that an export was requested, so that they notice it without opening Parley. */
function sendRequestMails(realm: Realm, people: readonly User[], by: string): void {
  if (!canSendMail(realm)) return;
  for (const person of people)
    emailUser(realm, person, emailWords, (words, name) => ({ paragraphs: [words.asked(by, name), words.look] }));
}

const readIds = stored("compliance_exports.ids", v.array(v.number()), () => []);

/**
 * What an export contains: messages sent between two times, limited to some users and channels, to a hold, or to both.
 */
export interface ExportTerms {
  readonly sent_from: Seconds | null;
  readonly sent_until: Seconds | null;
  readonly people: readonly UserId[];
  readonly channels: readonly ChannelId[];
  readonly hold_id: number | null;
}

export const termsOf = ({ sent_from, sent_until, people, channels, hold_id, id }: ComplianceRow): ExportTerms => ({
  sent_from,
  sent_until,
  people: readIds(people, id).map(toUserId),
  channels: readIds(channels, id).map(toChannelId),
  hold_id,
});

const entity = ({ id }: Pick<ComplianceRow, "id">) => ({ type: "export", id }) as const;

/** Starts an export, or waits for another owner to confirm it if there are others. */
export function askForExport(
  realm: Realm,
  actor: Actor,
  kind: ArchiveKind,
  wanted: ExportTerms & { reason: string },
): number {
  checkRecentLogin(realm, actor);
  checkTerms(realm, actor, wanted);
  if (rows.openExports.one(realm.sql, {}).count > 0)
    throw badRequest("Another compliance export waits or is being written.");
  const since = before(realm.seconds(), days(7));
  if (rows.exportsSince.one(realm.sql, { since }).count >= limits.organization.exports_a_week) {
    throw badRequest("Exceeded rate limit.");
  }
  const needsSecond = needsSecondOwner(realm, actor);
  const { sent_from, sent_until, people, channels, hold_id, reason } = wanted;
  const row = rows.insertExport.one(realm.sql, {
    ...{ state: needsSecond ? "waiting" : "running", started_by: actor.user_id, started_at: realm.seconds() },
    ...{ sent_from, sent_until, hold_id, reason },
    people: JSON.stringify([...new Set(people)]),
    channels: JSON.stringify([...new Set(channels)]),
  });
  const chosen = { people: [...people], channels: [...channels], ...(hold_id !== null && { hold: hold_id }) };
  const details = { from: sent_from, until: sent_until, ...chosen, reason };
  audit(realm, "compliance_export.requested", { of: entity(row), details });
  sendRequestMails(realm, presentAndFormerOwners(realm), actor.full_name);
  if (needsSecond) emitExports(realm, kind);
  else startExport(realm, kind, row);
  return row.id;
}

function checkTerms(
  realm: Realm,
  actor: Actor,
  { people, channels, hold_id, sent_from, sent_until }: ExportTerms,
): void {
  if (hold_id !== null) accessHold(realm, actor, hold_id);
  else if (people.length === 0 && channels.length === 0) throw badRequest("Name people, channels, or a hold.");
  if (sent_from !== null && sent_until !== null && sent_from >= sent_until)
    throw badRequest("from must be before until");
  for (const id of people) if (findUser(realm, id) === undefined) throw badRequest("Invalid user ID");
  for (const id of channels) if (!channelIndex(realm).byId.has(id)) throw badRequest("Invalid channel ID");
}

function startExport(realm: Realm, kind: ArchiveKind, row: ComplianceRow): void {
  audit(realm, "compliance_export.started", { of: entity(row) });
  beginOfKind(realm, kind, row.id);
}

/** Confirms an export requested by another owner. */
export function confirmExport(realm: Realm, actor: Actor, kind: ArchiveKind, id: number): void {
  checkRecentLogin(realm, actor);
  const row = findExport(realm, id);
  if (row.state !== "waiting") throw badRequest("This export is not waiting for anyone.");
  if (row.started_by === actor.user_id) throw badRequest("Another owner has to confirm this export.");
  checkSecondOwner(realm, actor, row.started_at);
  if (row.hold_id !== null) accessHold(realm, actor, row.hold_id);
  rows.setConfirmed.run(realm.sql, { id, by: actor.user_id, now: realm.seconds() });
  audit(realm, "compliance_export.confirmed", { of: entity(row) });
  startExport(realm, kind, row);
}

/** Ends an export, whether it is waiting, being written, or complete. Deletes its file. */
export function endExport(realm: Realm, actor: Actor, kind: ArchiveKind, id: number): void {
  checkRecentLogin(realm, actor);
  const row = findExport(realm, id);
  if (row.state === "ended") throw badRequest("Export already deleted");
  deleteExport(realm, kind, row);
}

/**
 * Ends the waiting and running exports of a hold that was released or changed. What a released hold retained is
 * deleted, and no second owner has confirmed the new scope of a changed one.
 */
export function endExportsOf(realm: Realm, kind: ArchiveKind, hold: number): void {
  for (const row of rows.openExportsOf.all(realm.sql, { hold })) deleteExport(realm, kind, row);
}

/**
 * Records that an account became an owner or stopped being one. Ends the waiting exports, because they were announced
 * to a different set of owners.
 */
export function ownerChanged(realm: Realm, kind: ArchiveKind, user: UserId): void {
  noteOwnerChange(realm, user);
  for (const row of rows.waitingExports.all(realm.sql, {})) deleteExport(realm, kind, row);
}

function deleteExport(realm: Realm, kind: ArchiveKind, row: ComplianceRow): void {
  audit(realm, "compliance_export.deleted", { of: entity(row) });
  noteState(realm, kind, row.id, "ended");
  endOfKind(realm, kind, row.id);
}

const findExport = (realm: Realm, id: number): ComplianceRow =>
  rows.exportById.first(realm.sql, { id }) ?? raise(notFound("Export does not exist"));

/** Records an export's new state, and notifies the owners. */
export function noteState(realm: Realm, kind: ArchiveKind, id: number, state: State): void {
  const row = rows.exportById.first(realm.sql, { id });
  if (row !== undefined && row.state !== "ended" && row.state !== state) {
    rows.setState.run(realm.sql, { id, state, now: realm.seconds() });
  }
  emitExports(realm, kind);
}

/** Maximum number of exports that are listed, newest first. */
const MAX_LISTED = 100;

export const complianceExports = (realm: Realm, kind: ArchiveKind): ComplianceExport[] =>
  rows.newestExports.all(realm.sql, { most: MAX_LISTED }).map((row) => {
    const { confirmed_at: _, ...fields } = row;
    const { people, channels } = termsOf(row);
    const archive =
      row.state === "done" ? archivesOf(realm, kind, row.id).find(({ state }) => state === "done") : undefined;
    const export_url = archive === undefined ? null : `${realm.url}/exports/${archive.token}/${COMPLIANCE_NAME}`;
    return { ...fields, people: [...people], channels: [...channels], export_url };
  });

const emitExports = (realm: Realm, kind: ArchiveKind): void =>
  realm.emit(complianceExportsChanged({ exports: complianceExports(realm, kind) }), roleAtMost(realm, Role.owner));
