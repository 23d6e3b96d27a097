import * as v from "valibot";
import { isUserSettingName, userSettingNames, userSettingTable } from "../../protocol/user-settings.ts";
import type { Row } from "./row.ts";

const olderNames: Readonly<Record<string, string>> = {
  gif_rating_policy: "giphy_rating",
  web_home_view: "default_view",
  web_escape_navigates_to_home_view: "escape_navigates_to_default_view",
};

/** The protocol's names for values that the database stores as numbers. */
const words: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  resolved_topic_notice_auto_read_policy: { 1: "always", 2: "except_followed", 3: "never" },
  topics_policy: { 1: "inherit", 2: "allow_empty_topic", 3: "disable_empty_topic", 4: "empty_topic_only" },
  message_edit_history_visibility_policy: { 1: "all", 2: "moves", 3: "none" },
};

/** Returns a column's value in the protocol's form. */
export function settingOf(row: Row, name: string): unknown {
  const value = row.values[name] ?? row.values[olderNames[name] ?? name];
  return typeof value === "number" ? (words[name]?.[value] ?? value) : value;
}

/** Settings that are separate columns in an archive. */
const ELSEWHERE: readonly string[] = ["timezone", "email_address_visibility"];

/** Reads an account's settings, or the defaults for new accounts. Invalid values are reported to `strange`. */
export function userSettingsOf(row: Row, strange: (name: string) => void): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const name of userSettingNames) {
    const value = settingOf(row, name);
    if (value === undefined || ELSEWHERE.includes(name) || !isUserSettingName(name)) continue;
    if (v.is(userSettingTable[name].schema, value)) settings[name] = value;
    // An unknown sound becomes the default.
    else if (name !== "notification_sound") strange(name);
  }
  return settings;
}
