import { statement } from "../../../../database/statement.ts";

export const putSetting = statement<{ name: string; value: string }>(
  `INSERT INTO organization_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
export const putNewUserSetting = statement<{ name: string; value: string }>(
  `INSERT INTO new_user_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
/** The files of the organization's pictures that others have taken the place of. */
export const replacedPictures = statement<Record<string, never>, { file: string }>(
  `SELECT json_extract(k.value, '$') AS file FROM kept_organization_settings k
   LEFT JOIN organization_settings s ON s.name = k.name
   WHERE k.name IN ('icon', 'logo', 'night_logo') AND json_type(k.value) = 'text' AND s.value IS NOT k.value`,
);
