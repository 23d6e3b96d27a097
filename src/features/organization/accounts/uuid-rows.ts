import { statement } from "../../../database/statement.ts";

export const uuidOf = statement<{ user: number }, { uuid: string }>(
  "SELECT uuid FROM user_uuids WHERE user_id = :user",
);
/** Sets an account's UUID, unless the account already has one or the UUID is another account's. */
export const insertUuid = statement<{ user: number; uuid: string }>(
  "INSERT OR IGNORE INTO user_uuids (user_id, uuid) VALUES (:user, :uuid)",
);
