import { statement } from "../../../database/statement.ts";

export const uuidOf = statement<{ user: number }, { uuid: string }>(
  "SELECT uuid FROM user_uuids WHERE user_id = :user",
);
/** Gives an account its UUID, unless the account has one, or the UUID is that of another account. */
export const insertUuid = statement<{ user: number; uuid: string }>(
  "INSERT OR IGNORE INTO user_uuids (user_id, uuid) VALUES (:user, :uuid)",
);
