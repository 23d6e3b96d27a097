import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/public.ts";
import { activeHolds } from "./active.ts";
import { Coverage } from "./coverage.ts";
import {
  filesOfHeld,
  type HeldFileRow,
  type HeldPerson,
  type HeldRow,
  heldAfter,
  heldOfHold,
  heldPeople,
  heldVersionOf,
} from "./rows.ts";

/** A message as it was before it was deleted, edited, moved to another channel, or lost a file; with its files. */
export interface HeldVersion extends HeldRow {
  readonly files: readonly HeldFileRow[];
}

/**
 * The held versions that follow one (0 for the first), in the order in which they were kept, at most `most`: those of a hold, or
 * of all holds. It reads what nobody sees in the product: the caller has asked whether its actor may.
 */
export function heldVersions(
  realm: Realm,
  { hold, after, most }: { readonly hold?: number; readonly after: number; readonly most: number },
): HeldVersion[] {
  const rows =
    hold === undefined ? heldAfter.all(realm.sql, { after, most }) : heldOfHold.all(realm.sql, { hold, after, most });
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const files = Map.groupBy(filesOfHeld.all(realm.sql, { ids }), ({ held_id }) => held_id);
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
}

/** Whether a hold keeps a former version of a message. */
export const isHeld = (realm: Realm, message: number): boolean =>
  heldVersionOf.first(realm.sql, { message }) !== undefined;

/** People as they were known before their profile was deleted. */
export const heldProfiles = (realm: Realm): HeldPerson[] => heldPeople.all(realm.sql, {});

/** Whether messages that are still there fall under a hold; null where there is no such hold. Good for one change. */
export function fallsUnder(
  realm: Realm,
  id: number,
): ((place: MessageIndexRow, sentAt: Seconds | undefined) => boolean) | null {
  const hold = activeHolds(realm).find((one) => one.id === id);
  if (hold === undefined) return null;
  const coverage = new Coverage(realm);
  return (place, sentAt) => coverage.falls(place, sentAt, hold);
}
