import * as v from "valibot";
import { shownSetting } from "../../../protocol/user-settings.ts";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

const oldValue = v.union([v.boolean(), v.number(), v.string()]);
const value = v.nullable(oldValue);

export const settingChanged = event({
  type: "user_settings",
  op: "update",
  fields: { property: v.string(), value, language_name: v.optional(v.string()) },
  adapt: ({ value, ...rest }, client) => ({
    ...rest,
    value: shownSetting(rest.property, value, client.reads_level_form),
  }),
});

/** True if a client doesn't support `user_settings` events (register-and-events.md 3). */
const isOld = (client: QueueClient) => !can(client, "user_settings_object");

export const displaySettingChanged = event({
  type: "update_display_settings",
  fields: { user: v.string(), setting_name: v.string(), setting: oldValue, language_name: v.optional(v.string()) },
  wants: isOld,
  adapt: ({ setting, ...rest }, client) => ({
    ...rest,
    setting: shownSetting(rest.setting_name, setting, client.reads_level_form),
  }),
});

export const notificationSettingChanged = event({
  type: "update_global_notifications",
  fields: { user: v.string(), notification_name: v.string(), setting: oldValue },
  wants: isOld,
});

export const newUserSettingChanged = event({
  type: "realm_user_settings_defaults",
  op: "update",
  fields: { property: v.string(), value },
  adapt: ({ property, value }, client) => ({
    property,
    value: shownSetting(property, value, client.reads_level_form),
  }),
});

export const events = [settingChanged, displaySettingChanged, notificationSettingChanged, newUserSettingChanged];
