import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  derivedRealmSettings,
  type RealmSettingName,
  realmSettingNames,
  realmSettingTable,
} from "../../src/protocol/realm-settings.ts";

const accepts = (name: RealmSettingName, value: unknown) =>
  v.is<v.GenericSchema>(realmSettingTable[name].schema, value);
const namesWhere = (holds: (name: RealmSettingName) => boolean) => realmSettingNames.filter(holds);

describe("organization settings", () => {
  it.each(realmSettingNames)("%s accepts its default, and the values of all its named choices", (name) => {
    expect(accepts(name, realmSettingTable[name].default)).toBe(true);
    for (const stored of Object.values(realmSettingTable[name].words)) expect(accepts(name, stored)).toBe(true);
  });

  it.each<[RealmSettingName, unknown[], unknown[]]>([
    ["name", ["A", "x".repeat(40), "🙂".repeat(40)], ["", "x".repeat(41), 7]],
    ["description", ["", "x".repeat(1000)], ["x".repeat(1001)]],
    ["welcome_message_custom_text", ["", "🙂".repeat(8000)], ["x".repeat(8001)]],
    ["message_content_edit_limit_seconds", [null, 1, 600], [0, -1, "unlimited", 1.5, 2 ** 31]],
    ["move_messages_between_streams_limit_seconds", [null, 1], [0]],
    ["message_retention_days", [-1, 1, 30], [0, -2, null, "unlimited"]],
    ["assistant_clients", ["any", [], ["claude.ai", "cursor://anysphere.cursor-mcp"]], ["some", ["A"], ["a/b"], null]],
    ["assistant_origins", [[], ["https://a.example", "http://localhost:5173"]], [["*"], ["https://a.example/"], "any"]],
    ["assistants_min_approval", ["none", "writes", "all"], ["direct-and-new"]],
    ["audit_address_days", [30, 90, 400], [29, 401, -1, null]],
    ["audit_retention_days", [-1, 90, 400, 3650], [89, 3651, 0, null]],
    ["waiting_period_threshold", [0, 3, 36_500], [-1, null, 36_501]],
    ["session_max_hours", [null, 8, 720], [7, 721, 8.5]],
    ["session_idle_days", [null, 1, 30], [0, 31]],
    ["key_max_days", [null, 1, 365], [0, 366]],
    ["fresh_login_minutes", [5, 60], [null, 4, 61]],
    ["digest_weekday", [0, 6], [7, -1]],
    ["gif_rating_policy", [0, 5], [6]],
    ["media_preview_size", [100, 150, 200], [0, 50, 120, "100"]],
    ["video_chat_provider", [0, 1, 3, 4, 5, 100], [2, 6]],
    ["org_type", [0, 35, 1000], [1]],
    [
      "jitsi_server_url",
      [null, "https://meet.example.com"],
      ["meet", "", "javascript:alert(1)", "data:text/html,x", "https:"],
    ],
    ["topics_policy", ["allow_empty_topic", "disable_empty_topic"], ["empty_topic_only", "inherit"]],
    ["message_edit_history_visibility_policy", ["all", "moves", "none"], [true]],
    ["new_stream_announcements_stream_id", [-1, 5], [0, -2, null]],
  ])("%s accepts its values and no others", (name, good, bad) => {
    for (const value of good) expect.soft(accepts(name, value), `${value}`).toBe(true);
    for (const value of bad) expect.soft(accepts(name, value), `${value}`).toBe(false);
  });

  it("let only owners change joining, retention, the audit log, the waiting period and login limits", () => {
    expect(namesWhere((name) => realmSettingTable[name].mayChange === "owner")).toEqual([
      "admin_session_idle_days",
      "admin_session_max_hours",
      "assistants_may_use_api_keys",
      "audit_address_days",
      "audit_assistant_reads",
      "audit_retention_days",
      "disallow_disposable_email_addresses",
      "emails_restricted_to_domains",
      "fresh_login_minutes",
      "invite_required",
      "key_idle_days",
      "key_limits_for_bots",
      "key_max_days",
      "message_retention_days",
      "second_factor_required_role",
      "session_idle_days",
      "session_max_hours",
      "waiting_period_threshold",
    ]);
  });

  it("cause realm/update_dict events only for four of them", () => {
    expect(namesWhere((name) => realmSettingTable[name].event === "update_dict")).toEqual([
      "allow_message_editing",
      "description",
      "message_content_edit_limit_seconds",
      "topics_policy",
    ]);
  });

  it.each([
    ["allow_empty_topic", "all", false, true],
    ["disable_empty_topic", "moves", true, true],
    ["disable_empty_topic", "none", true, false],
  ] as const)(
    "derive other settings from %s and %s",
    (topics_policy, message_edit_history_visibility_policy, mandatory, history) => {
      expect(derivedRealmSettings({ topics_policy, message_edit_history_visibility_policy })).toEqual({
        mandatory_topics: mandatory,
        allow_edit_history: history,
      });
    },
  );
});
