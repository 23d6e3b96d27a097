import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { recordOf } from "../../../util/records.ts";
import { settingsOf } from "../../organization/accounts/accounts.ts";
import { INHERITED, inheritedNames, type NotificationDefaults, type PersonalFields } from "./channel-fields.ts";
import { forgetMuted } from "./channels.ts";
import { type SubscriptionRow, updateSubscription } from "./rows.ts";

export const personalSettings = (row: SubscriptionRow): PersonalFields => ({
  color: row.color,
  is_muted: row.is_muted === 1,
  in_home_view: row.is_muted === 0,
  pin_to_top: row.pin_to_top === 1,
  desktop_notifications: flag(row.desktop_notifications),
  audible_notifications: flag(row.audible_notifications),
  push_notifications: flag(row.push_notifications),
  email_notifications: flag(row.email_notifications),
  wildcard_mentions_notify: flag(row.wildcard_mentions_notify),
});

const flag = (value: number | null) => (value === null ? null : value === 1);

/** Returns the user settings that replace null in personal channel settings. */
export function notificationDefaults(realm: Realm, user: UserId): NotificationDefaults {
  const settings = settingsOf(realm, user);
  return recordOf(inheritedNames, (name) => settings[INHERITED[name]]);
}

export const personalFlags = ["is_muted", "pin_to_top", ...inheritedNames] as const;
export type PersonalChange =
  | { readonly name: "color"; readonly value: string }
  | { readonly name: (typeof personalFlags)[number]; readonly value: boolean };

/** Writes one personal setting. Returns false if it is unchanged. The caller emits it. */
export function writePersonalSetting(realm: Realm, row: SubscriptionRow, { name, value }: PersonalChange): boolean {
  const stored = typeof value === "boolean" ? Number(value) : value;
  if (row[name] === stored) return false;
  updateSubscription.run(realm.sql, { ...row, [name]: stored });
  if (name === "is_muted") forgetMuted(realm);
  return true;
}
