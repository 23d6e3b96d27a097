import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY_MS, days, inMilliseconds, toWholeSeconds } from "../../../util/time.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import type { ArchiveKind, ArchiveRow } from "../exports/archives/kinds.ts";
import { archivesOf, beginOfKind, endOfKind } from "../exports/archives/of-kind.ts";
import { OWN_NAME } from "../exports/download.ts";
import { type OwnExport, ownExportSchema, ownExportsChanged } from "./events.ts";

/** How long the file can be downloaded. */
const KEPT_MS = inMilliseconds(days(7));

/** Starts an export of the actor's data, replacing any earlier one. */
function startOwnExport(realm: Realm, actor: Actor, kind: ArchiveKind): number {
  checkRecentLogin(realm, actor);
  const now = realm.clock.milliseconds();
  const newest = archivesOf(realm, kind, actor.user_id).findLast(({ state }) => state !== "failed");
  if (newest !== undefined && newest.started_at > before(now, DAY_MS)) {
    throw badRequest("You can export your data once a day.");
  }
  endOfKind(realm, kind, actor.user_id);
  const { id } = beginOfKind(realm, kind, actor.user_id);
  const user = findUser(realm, actor.user_id);
  if (user !== undefined) audit(realm, "user.exported", { of: accountEntity(user) });
  return id;
}

const ownExports = (realm: Realm, kind: ArchiveKind, user: UserId): OwnExport[] =>
  archivesOf(realm, kind, user).map((archive) => ownExport(realm, archive));

function ownExport(realm: Realm, { id, started_at, ended_at, state, token }: ArchiveRow): OwnExport {
  const isDone = state === "done" && ended_at !== null;
  return {
    id,
    export_time: toWholeSeconds(started_at),
    failed_timestamp: state === "failed" && ended_at !== null ? toWholeSeconds(ended_at) : null,
    export_url: isDone ? `${realm.url}/exports/${token}/${OWN_NAME}` : null,
    pending: state === "running",
    expires_at: isDone ? toWholeSeconds(after(ended_at, KEPT_MS)) : null,
  };
}

export function emitOwnExports(realm: Realm, kind: ArchiveKind, { subject }: ArchiveRow): void {
  if (subject === null) return;
  const user = toUserId(subject);
  realm.emit(ownExportsChanged({ exports: ownExports(realm, kind, user) }), { includes: (id) => id === user });
}

/** Not part of Zulip's API. */
export const startOwnExportEndpoint = (kind: ArchiveKind) =>
  action({
    route: "POST /users/me/export",
    by: "human",
    reply: { id: v.number() },
    run: ({ realm, actor }) => ({ id: startOwnExport(realm, actor, kind) }),
  });

/** Returns the caller's exports that are in progress or can be downloaded. Not part of Zulip's API. */
export const getOwnExportsEndpoint = (kind: ArchiveKind) =>
  action({
    route: "GET /users/me/export",
    by: "human",
    reply: { exports: v.array(ownExportSchema) },
    run: ({ realm, actor }) => ({ exports: ownExports(realm, kind, actor.user_id) }),
  });
