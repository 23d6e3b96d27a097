import type { UserSettings } from "../../../../protocol/user-settings.ts";
import type { Client } from "../../../client/client.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import type { UserSettingOf } from "./account-settings.ts";

/** The settings that new accounts begin with. */
export function newAccountSettings(client: Client): UserSettingOf {
  const state = client.watch("realm", "account");
  const locked = state.is_admin ? undefined : settingsWords().onlyAdministrators;
  return (name) => ({
    value: state.realm_user_settings_defaults[name] as UserSettings[typeof name],
    save: (value) => client.api.patch("/realm/user_settings_defaults", { [name]: value }),
    locked,
  });
}
