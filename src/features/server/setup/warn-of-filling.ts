import type { Realm } from "../../../realm/realm.ts";
import type { DatabaseSize } from "../../../realm/shipping/database-room.ts";
import { sendDirectNotice } from "../../organization/notices/public.ts";
import { activeAdministrators } from "../../organization/users/public.ts";

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Tells owners and administrators that the database of the organization's texts fills up. */
export function warnOfFilling(realm: Realm, { bytes, limit }: DatabaseSize): void {
  if (limit === null) return;
  const share = Math.floor((100 * bytes) / limit);
  const content =
    `The database that keeps the texts of messages is ${share} % full (${gigabytes(bytes)} of ${gigabytes(limit)}). ` +
    "Once it is full, people can talk on, but search and older messages wait until there is room. Whoever runs the " +
    "server can move the organization to another database (`POST /organizations/move`), and you can have old messages " +
    "deleted by themselves, in the settings of the organization.";
  for (const id of activeAdministrators(realm)) sendDirectNotice(realm, { to: id, content });
}
