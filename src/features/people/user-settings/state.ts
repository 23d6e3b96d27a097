import type { Actor } from "../../../protocol/actor.ts";
import { countsHoursTo23 } from "../../../protocol/language.ts";
import {
  availableNotificationSounds,
  emojisetChoices,
  type LegacyGroup,
  legacyUserSettingNames,
  shownSetting,
  type UserSettings,
  userSettingNames,
  userSettingTable,
} from "../../../protocol/user-settings.ts";
import { can, hasLevelForm, isZulipWeb, type QueueClient } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { mapValues, pick } from "../../../util/records.ts";
import { settingsOf } from "../../organization/accounts/accounts.ts";
import { newUserSettings } from "./new-user-settings.ts";

const choices = { emojiset_choices: emojisetChoices, available_notification_sounds: availableNotificationSounds };

/** Returns the actor's settings. A spectator gets those of a new account. */
const settingsFor = (realm: Realm, actor: Actor | null): UserSettings =>
  actor === null ? newUserSettings(realm) : settingsOf(realm, actor.user_id);

const settingsForClient = (settings: UserSettings, client: QueueClient) => {
  const { web_home_view, twenty_four_hour_time, default_language } = settings;
  return {
    ...settings,
    web_home_view: shownSetting("web_home_view", web_home_view, hasLevelForm(client)),
    // Zulip's web client doesn't start if this is null.
    twenty_four_hour_time: twenty_four_hour_time ?? (isZulipWeb(client) ? countsHoursTo23(default_language) : null),
  };
};

const userSettingsSlice = stateSlice({
  types: ["user_settings"],
  outside: true,
  collect: ({ realm, actor, client }) => ({
    user_settings: { ...settingsForClient(settingsFor(realm, actor), client), ...choices },
  }),
});

/** Settings at the top level of the reply, for clients older than `user_settings` (register-and-events.md 4). */
const flatSlice = (type: string, group: LegacyGroup, more: object) =>
  stateSlice({
    types: [type],
    collect({ realm, actor, client }) {
      if (can(client, "user_settings_object")) return {};
      const settings = settingsForClient(settingsFor(realm, actor), client);
      // Older clients don't support null.
      return { ...mapValues(pick(settings, legacyUserSettingNames(group)), (value) => value ?? false), ...more };
    },
  });

const newUserSettingsSlice = stateSlice({
  types: ["realm_user_settings_defaults"],
  collect({ realm, client }) {
    const defaults = settingsForClient(newUserSettings(realm), client);
    const names = userSettingNames.filter((name) => userSettingTable[name].inRealmDefaults);
    return {
      realm_user_settings_defaults: { ...pick(defaults, names), ...choices },
    };
  },
});

export const state = [
  userSettingsSlice,
  flatSlice("update_display_settings", "display", { emojiset_choices: emojisetChoices }),
  flatSlice("update_global_notifications", "notifications", {
    available_notification_sounds: availableNotificationSounds,
  }),
  newUserSettingsSlice,
] as const;
