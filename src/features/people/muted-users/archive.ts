import { limits } from "../../../protocol/limit-table.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { seconds } from "../../../util/time.ts";
import { insertMute } from "./muted-users.ts";

export const muteArchive = ownedArchive("muted_users", {
  most: { number: limits.account.muted_users },
  reading: { key: ["user_id", "muted_user_id"], columns: ["t.muted_at AS timestamp"] },
  write(writing, user, { muted_user_id, timestamp }) {
    const muted = writing.id("user", muted_user_id);
    if (muted === undefined) return LeftOut.unknownUser;
    if (muted === user) return "people who have muted themselves";
    const values = { user, muted, at: seconds(timestamp) };
    return { key: String(muted), write: () => insertMute.run(writing.realm.sql, values) };
  },
});
