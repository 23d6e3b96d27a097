import { statement } from "../../../../database/statement.ts";

export const putSetting = statement<{ name: string; value: string }>(
  `INSERT INTO organization_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
export const putNewUserSetting = statement<{ name: string; value: string }>(
  `INSERT INTO new_user_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
