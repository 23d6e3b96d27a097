import type { Realm } from "../../../realm/realm.ts";
import { uploadSpaceUsed } from "../attachments/attachments.ts";

/** Bytes that an organization can still upload, or null without a quota. */
export function roomLeft(realm: Realm): number | null {
  const { uploadQuotaMib } = realm.config;
  return uploadQuotaMib === null ? null : Math.max(0, uploadQuotaMib * 1_048_576 - uploadSpaceUsed(realm));
}
