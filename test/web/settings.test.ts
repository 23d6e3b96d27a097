import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { realmPermissionNames } from "../../src/protocol/permission-settings.ts";
import { realmSettingNames } from "../../src/protocol/realm-settings.ts";
import { type UserSettingName, userSettingNames, userSettingTable } from "../../src/protocol/user-settings.ts";
import { NOTIFICATION_ROWS, USER_SETTING_ROWS } from "../../src/web/views/settings/rows/user-setting-rows.ts";
import { readTexts } from "../support/read-texts.ts";

/** Settings with a row other than a switch or a list, and their place. */
const BY_HAND: Partial<Record<UserSettingName, string>> = {
  default_language: "preferences: the page is loaded anew",
  timezone: "preferences: the zones are the browser's",
  twenty_four_hour_time: "preferences: beside the language",
  allow_private_data_export: "one's own data: people give this consent themselves",
};

const LEFT_TO_OTHERS: Partial<Record<UserSettingName, string>> = {
  color_scheme: "each device has a theme of its own here",
  enable_marketing_emails: "nobody advertises anything",
  hide_ai_features: "there are none",
  high_contrast_mode: "the system says it: prefers-contrast, forced colours",
  left_side_userlist: "people stand beside the conversation, on demand",
  user_list_style: "people stand beside the conversation, on demand",
  web_inbox_show_channel_folders: "the inbox has no folders",
  web_left_sidebar_unreads_count_summary: "what is folded always tells what is unread in it",
  web_stream_unreads_count_display_policy: "muted channels tell no number, all others do",
  web_suggest_update_timezone: "nothing is suggested",
};

const shown: readonly UserSettingName[] = [
  ...Object.values(USER_SETTING_ROWS).flatMap((rows) => rows.map(({ name }) => name)),
  ...NOTIFICATION_ROWS.flatMap(({ settings }) => Object.values(settings).filter((name) => name !== undefined)),
];

describe("user settings", () => {
  test("are each in one place, or have a reason to be left to other clients", () => {
    const placed = [...shown, ...Object.keys(BY_HAND), ...Object.keys(LEFT_TO_OTHERS)].sort();
    expect(placed).toEqual([...userSettingNames].sort());
  });

  test("only offer values that the server accepts, each of them once", () => {
    for (const row of Object.values(USER_SETTING_ROWS).flat()) {
      if (row.kind === "flag") continue;
      const { schema } = userSettingTable[row.name];
      expect(row.values.filter((value) => !v.is(schema, value))).toEqual([]);
      expect(new Set<unknown>(row.values).size).toBe(row.values.length);
    }
  });
});

/** Settings of the organization without a row, changed by other clients and the API. */
const NO_ROW: Readonly<Record<string, string>> = {
  default_avatar_source: "there is one choice",
  want_advertise_in_communities_directory: "there is no directory",
};

describe("organization settings", () => {
  const sources = readTexts(import.meta.dirname, "../../src/web/views/settings/**/*.{ts,tsx}");

  test("are each in a section, or have a reason to be left to other clients", () => {
    const said = new Set(Object.values(sources).flatMap((code) => code.match(/\w+/g) ?? []));
    const isSaid = (name: string) => said.has(name) || said.has(`realm_${name}`);
    const all: readonly string[] = [...realmSettingNames, ...realmPermissionNames];
    expect(all.filter((name) => !isSaid(name) && NO_ROW[name] === undefined)).toEqual([]);
    expect(Object.keys(NO_ROW).filter((name) => !all.includes(name))).toEqual([]);
  });
});
