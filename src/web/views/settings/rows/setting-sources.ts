import type { GroupSettingValue } from "../../../../protocol/group-setting-value.ts";
import type { RealmPermissionName } from "../../../../protocol/permission-settings.ts";
import type { RealmSettingName } from "../../../../protocol/realm-settings.ts";
import type { UserSettingName, UserSettings } from "../../../../protocol/user-settings.ts";
import type { Client } from "../../../client/client.ts";
import type { State } from "../../../model/state.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import type { GuardedSetting, Setting } from "./setting-row.tsx";

interface RealmSettingsOf {
  readonly setting: <Name extends RealmSettingName>(name: Name) => Setting<State[`realm_${Name}`]>;
  readonly permission: (name: RealmPermissionName) => GuardedSetting<GroupSettingValue>;
}

interface Assumed<Value> {
  readonly now: () => Value;
  readonly assume: (value: Value) => void;
  readonly save: (value: Value) => Promise<unknown>;
}

/** Returns a function that applies a value immediately, saves it, and reverts it if the server refuses it. */
const saveAssumed =
  <Value>({ now, assume, save }: Assumed<Value>) =>
  async (value: Value) => {
    const before = now();
    assume(value);
    try {
      await save(value);
    } catch (error) {
      // The previous value is restored only if no one else has changed the setting since.
      if (now() === value) assume(before);
      throw error;
    }
  };

/** The organization's settings and permissions, each with the reason if the user can't change it. */
export function realmSettings(client: Client): RealmSettingsOf {
  const state = client.watch("realm", "account");
  const w = settingsWords();
  const locked = (name: RealmSettingName | RealmPermissionName) => {
    if (state.server_owner_settings?.includes(name) === true) return state.is_owner ? undefined : w.onlyOwners;
    return state.is_admin ? undefined : w.onlyAdministrators;
  };
  const setting: RealmSettingsOf["setting"] = (name) => ({
    value: state[`realm_${name}`],
    save: saveAssumed({
      now: () => client.watch()[`realm_${name}`],
      assume: (value) =>
        client.assume({ type: "realm", op: "update_dict", property: "default", data: { [name]: value } }),
      save: (value) => client.api.patch("/realm", { [name]: value }),
    }),
    locked: locked(name),
  });
  const permission: RealmSettingsOf["permission"] = (name) => ({
    value: state[`realm_${name}`],
    save: (value, old) => client.api.patch("/realm", { [name]: { new: value, old } }),
    locked: locked(name),
  });
  return { setting, permission };
}

/** Returns a function that builds a row's label and setting from the setting's name. */
export const realmRows =
  <Labels extends Partial<Record<RealmSettingName, string>>>(client: Client, labels: Labels) =>
  <Name extends RealmSettingName & keyof Labels>(name: Name) => ({
    label: labels[name],
    setting: realmSettings(client).setting(name),
  });

/** Returns a setting of an account, or its initial value for new accounts. The same rows show both. */
export type UserSettingOf = <Name extends UserSettingName>(name: Name) => Setting<UserSettings[Name]>;

export function accountSettings(client: Client): UserSettingOf {
  const { user_settings } = client.watch("account");
  return (name) => ({
    value: user_settings[name],
    save: saveAssumed<UserSettings[typeof name]>({
      now: () => client.watch().user_settings[name],
      assume: (value) => client.assume({ type: "user_settings", op: "update", property: name, value }),
      save: (value) => client.api.patch("/settings", { [name]: value }),
    }),
  });
}
