import * as v from "valibot";
import { storedAnything } from "../../../database/stored.ts";
import { isUserSettingName, userSettingTable } from "../../../protocol/user-settings.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { allNewUserSettings, putNewUserSetting } from "./user-settings.ts";

const readValue = storedAnything("settings");

/** Settings of new accounts are stored in the organization's row. */
export const newUserSettingArchive: FeatureArchive = {
  tables: ["new_user_settings"],
  parts: [
    part({
      table: "organization",
      fields: (_, { realm }) => ({
        new_user_settings: Object.fromEntries(
          allNewUserSettings.all(realm.sql, {}).map(({ name, value }) => [name, readValue(value, name)]),
        ),
      }),
      write(writing, { new_user_settings }) {
        for (const [name, value] of Object.entries(new_user_settings)) {
          if (!isUserSettingName(name) || !v.is(userSettingTable[name].schema, value))
            writing.leftOut(LeftOut.setting, `of new accounts: ${name}`);
          else if (writing.writes) putNewUserSetting.run(writing.realm.sql, { name, value: JSON.stringify(value) });
        }
        return undefined;
      },
    }),
  ],
};
