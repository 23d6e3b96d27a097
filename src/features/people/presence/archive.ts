import { toUserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { seconds } from "../../../util/time.ts";
import { usersToRead } from "../../organization/accounts/archive.ts";
import { adoptLastSeen, forgetLastSeen } from "./last-seen.ts";
import { presenceOf } from "./presence.ts";

export const presenceArchive: FeatureArchive = {
  tables: ["presence_pages"],
  undone: forgetLastSeen,
  parts: [
    part({
      table: "presence",
      only: "whole",
      reading: usersToRead,
      row(row, { realm }) {
        const seen = presenceOf(realm, toUserId(row.number("id")));
        if (seen === undefined || (seen.active === null && seen.idle === null)) return undefined;
        return { user_id: row.number("id"), active_at: seen.active, idle_at: seen.idle };
      },
      write(writing, { user_id, active_at, idle_at }) {
        const user = writing.id("user", user_id);
        if (user === undefined) return LeftOut.unknownUser;
        const time = (at: number | null) => (at === null || !writing.isPossible(at) ? null : seconds(at));
        if (writing.writes)
          adoptLastSeen(writing.realm, toUserId(user), { active: time(active_at), idle: time(idle_at) });
        return undefined;
      },
    }),
  ],
};
