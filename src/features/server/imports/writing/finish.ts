import { before, days } from "../../../../util/time.ts";
import { DAILY_COUNT } from "../../../channels/channels/public.ts";
import { scheduleUnclaimedRemoval } from "../../../files/attachments/public.ts";
import { discardFile } from "../../../files/storage/public.ts";
import { pictureKey, retentionChangedHook } from "../../../organization/realm/public.ts";
import { endAllQueues, endImport } from "../imports.ts";
import { dropKept } from "../undo/kept.ts";
import { insertDay, noteMessages } from "./channel-rows.ts";
import { markClaimed } from "./file-rows.ts";
import { endReadState } from "./of-messages.ts";
import { endOrganization } from "./organization.ts";
import { replacedPictures } from "./organization-rows.ts";
import { resetStatistics } from "./statistics-rows.ts";
import { insertOtherBots } from "./thing-rows.ts";
import { endStatuses } from "./users.ts";
import type { Writing } from "./writing.ts";

/** The days over which the traffic of channels is averaged. */
const TRAFFIC_DAYS = 28;

/** The last step of an import: what follows from all of its rows together. From then on everybody gets in. */
export function finishStep(writing: Writing): void {
  const { realm, row } = writing;
  endOrganization(writing);
  endReadState(writing);
  endStatuses(writing);
  insertOtherBots.run(realm.sql, {});
  noteMessages.run(realm.sql, {});
  markClaimed.run(realm.sql, {});
  for (const reset of resetStatistics) reset.run(realm.sql, {});
  const now = realm.seconds();
  for (let day = TRAFFIC_DAYS + 1; day > 0; day -= 1) insertDay.run(realm.sql, { at: before(now, days(day)) });
  realm.timers.setSooner(DAILY_COUNT, realm.clock.milliseconds());
  writing.toPosition({}, 0);
  endImport(realm, row, "done");
  for (const { file } of replacedPictures.all(realm.sql, {})) discardFile(realm, pictureKey(realm.id, file));
  dropKept(realm);
  realm.forgetAll();
  realm.run(retentionChangedHook);
  scheduleUnclaimedRemoval(realm);
  endAllQueues(realm);
}
