import type { UserSettingName, UserSettings } from "../../../../protocol/user-settings.ts";
import type { Client } from "../../../client/client.ts";
import type { Setting } from "./setting.ts";

/** Returns a setting of an account, or the one that new accounts begin with: the same rows show both. */
export type UserSettingOf = <Name extends UserSettingName>(name: Name) => Setting<UserSettings[Name]>;

/** The user's own settings. */
export function accountSettings(client: Client): UserSettingOf {
  const { user_settings } = client.watch("account");
  return (name) => ({
    value: user_settings[name],
    save: async (value) => {
      const before = client.watch().user_settings[name];
      const assume = (now: typeof value) =>
        client.assume({ type: "user_settings", op: "update", property: name, value: now });
      assume(value);
      try {
        await client.api.patch("/settings", { [name]: value });
      } catch (error) {
        assume(before);
        throw error;
      }
    },
  });
}
