import type { Realm } from "../../../realm/realm.ts";
import { uploadSpaceUsed } from "../attachments/attachments.ts";
import { quotaExceeded } from "./store-upload.ts";

/** Bytes that an organization can still upload, or null without a quota. */
export function roomLeft(realm: Realm): number | null {
  const { uploadQuotaMib } = realm.config;
  return uploadQuotaMib === null ? null : Math.max(0, uploadQuotaMib * 1_048_576 - uploadSpaceUsed(realm));
}

/** Throws if the organization's quota has no room. Other uploads may have used it up since a file's upload began. */
export function checkRoom(realm: Realm, bytes: number): void {
  const room = roomLeft(realm);
  if (room !== null && bytes > room) throw quotaExceeded();
}
