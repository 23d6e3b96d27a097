import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { column, withDefaults } from "../../src/protocol/setting-table.ts";
import {
  availableNotificationSounds,
  isUserSettingName,
  legacyUserSettingNames,
  type UserSettingName,
  userSettingNames,
  userSettingTable,
} from "../../src/protocol/user-settings.ts";

const accepts = (name: UserSettingName, value: unknown) => v.is<v.GenericSchema>(userSettingTable[name].schema, value);

describe("personal settings", () => {
  it.each(userSettingNames)("%s: accepts its default", (name) => {
    expect(accepts(name, userSettingTable[name].default)).toBe(true);
  });

  it.each<[UserSettingName, unknown[], unknown[]]>([
    ["automatically_follow_topics_policy", [1, 4], [0, 5, "1", null, 1.5]],
    ["color_scheme", [1, 2, 3], [0, 4, true]],
    ["default_language", ["en", "de", "pt-br", "zh-Hans"], ["", "e", "not_a_language", "en-"]],
    ["demote_inactive_streams", [1, 3], [4]],
    ["desktop_icon_count_display", [1, 4], [5]],
    ["email_address_visibility", [1, 5], [0, 6]],
    ["email_notifications_batching_period_seconds", [1, 120, 604_800], [0, -5, 604_801, 1.5, "120"]],
    ["emojiset", ["google", "twitter", "text", "google-blob"], ["apple", ""]],
    ["enter_sends", [true, false], [0, "true", null]],
    ["notification_sound", ["parley", "zulip", "none"], ["gong", "", 1]],
    ["realm_name_in_email_notifications_policy", [1, 3], [4]],
    ["resolved_topic_notice_auto_read_policy", ["always", "except_followed", "never"], ["sometimes"]],
    ["timezone", ["", "UTC", "Asia/Kolkata", "America/Argentina/Ushuaia"], ["Mars/Olympus", "+01:00", "  "]],
    ["user_list_style", [1, 3], [4]],
    ["web_animate_image_previews", ["always", "on_hover", "never"], ["on_click"]],
    ["web_channel_default_view", [1, 2, 3, 4], [5]],
    ["web_font_size_px", [12, 20], [11, 21, 16.5]],
    ["web_home_view", ["recent_topics", "recent", "inbox", "all_messages"], ["recents"]],
    ["web_line_height_percent", [100, 200], [99, 201]],
    ["web_mark_read_on_scroll_policy", [1, 3], [4]],
    ["web_stream_unreads_count_display_policy", [1, 3], [4]],
  ])("[4.6] %s accepts its values and no others", (name, good, bad) => {
    for (const value of good) expect.soft(accepts(name, value), `${value}`).toBe(true);
    for (const value of bad) expect.soft(accepts(name, value), `${value}`).toBe(false);
  });

  it.each([
    ["notification_sound", "gong", "Invalid notification sound 'gong'"],
    ["email_notifications_batching_period_seconds", 0, "Invalid email batching period: 0 seconds"],
  ] as const)("%s reports an invalid value with its own message", (name, value, message) => {
    const { issues } = v.safeParse<v.GenericSchema>(userSettingTable[name].schema, value);
    expect(issues?.map((issue) => issue.message)).toEqual([message]);
  });

  it("are repeated in the deprecated groups exactly as in Zulip", () => {
    expect(legacyUserSettingNames("display")).toEqual([
      "color_scheme",
      "default_language",
      "demote_inactive_streams",
      "emojiset",
      "enable_drafts_synchronization",
      "enter_sends",
      "fluid_layout_width",
      "high_contrast_mode",
      "left_side_userlist",
      "starred_message_counts",
      "timezone",
      "translate_emoticons",
      "twenty_four_hour_time",
      "web_home_view",
    ]);
    expect(legacyUserSettingNames("notifications")).toEqual([
      "desktop_icon_count_display",
      "email_notifications_batching_period_seconds",
      "enable_desktop_notifications",
      "enable_digest_emails",
      "enable_login_emails",
      "enable_marketing_emails",
      "enable_offline_email_notifications",
      "enable_offline_push_notifications",
      "enable_online_push_notifications",
      "enable_sounds",
      "enable_stream_audible_notifications",
      "enable_stream_desktop_notifications",
      "enable_stream_email_notifications",
      "enable_stream_push_notifications",
      "message_content_in_email_notifications",
      "notification_sound",
      "pm_content_in_desktop_notifications",
      "presence_enabled",
      "realm_name_in_email_notifications_policy",
      "wildcard_mentions_notify",
    ]);
  });

  it("[4.6] are left out of the organization's defaults if they concern only the user", () => {
    const names = userSettingNames.filter((name) => !userSettingTable[name].realmDefaultChangeable);
    expect(names).toEqual([
      "allow_private_data_export",
      "default_language",
      "enable_login_emails",
      "enable_marketing_emails",
      "timezone",
    ]);
    expect(userSettingNames.filter((name) => !userSettingTable[name].inRealmDefaults)).toEqual(["timezone"]);
  });

  it("offer the default sound", () => {
    expect(availableNotificationSounds).toContain(userSettingTable.notification_sound.default);
  });

  it("isUserSettingName accepts setting names, but no inherited object properties", () => {
    expect(isUserSettingName("enter_sends")).toBe(true);
    expect(isUserSettingName("toString")).toBe(false);
  });
});

describe("withDefaults", () => {
  it("prefers stored values unless they are no longer valid", () => {
    const settings = withDefaults(userSettingTable, { enter_sends: true, color_scheme: 9, gone: 1 });
    expect(settings).toEqual({ ...column(userSettingTable, "default"), enter_sends: true });
  });
});
