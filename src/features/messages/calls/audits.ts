import type { Realm } from "../../../realm/realm.ts";
import type { RoomReport } from "../../../rpc/call-room-port.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import type { CallRow } from "./rows.ts";

/** Audits members' actions on others from a room's report, skipping those already recorded. */
export function auditReport(realm: Realm, row: CallRow, { acts = [], ended }: RoomReport): void {
  for (const { n, act, by, user } of acts) {
    const [actor, member] = [findUser(realm, by), findUser(realm, user)];
    if (n <= row.seq || actor === undefined || member === undefined) continue;
    const details = { message_id: row.message_id };
    const action = act === "remove" ? "call.member_removed" : "call.member_muted";
    audit(realm, action, { of: accountEntity(member), by: actor, details });
  }
  if (ended?.by != null) auditEnd(realm, row, ended.by);
}

/** Audits that a user ended a call, unless they started it. */
export function auditEnd(realm: Realm, { starter_id, message_id }: CallRow, by: number): void {
  const actor = findUser(realm, by);
  if (actor === undefined || by === starter_id) return;
  const details = { starter_id };
  audit(realm, "call.ended_by_other", { of: { type: "message", id: message_id }, by: actor, details });
}
