import type { Realm } from "../../../realm/realm.ts";
import type { RoomReport } from "../../../rpc/call-room-port.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import type { CallRow } from "./rows.ts";

/**
 * Adds moderators' actions (on members and on encryption) in a room's report to the audit log, unless already recorded.
 */
export function auditReport(realm: Realm, row: CallRow, { acts = [], encryption_acts = [], ended }: RoomReport): void {
  for (const { n, act, by, user } of acts) {
    const [actor, member] = [findUser(realm, by), findUser(realm, user)];
    if (n <= row.seq || actor === undefined || member === undefined) continue;
    const details = { message_id: row.message_id };
    const action = act === "remove" ? "call.member_removed" : "call.member_muted";
    audit(realm, action, { of: accountEntity(member), by: actor, details });
  }
  for (const { n, act, by } of encryption_acts) {
    const actor = findUser(realm, by);
    if (n <= row.seq || actor === undefined) continue;
    const action = act === "plain" ? "call.encryption_turned_off" : "call.encryption_turned_on";
    audit(realm, action, { of: { type: "message", id: row.message_id }, by: actor });
  }
  if (ended?.by != null) auditEnd(realm, row, ended.by);
}

/** Records in the audit log that a call was ended by a user who didn't start it. */
export function auditEnd(realm: Realm, { starter_id, message_id }: CallRow, by: number): void {
  const actor = findUser(realm, by);
  if (actor === undefined || by === starter_id) return;
  const details = { starter_id };
  audit(realm, "call.ended_by_other", { of: { type: "message", id: message_id }, by: actor, details });
}
