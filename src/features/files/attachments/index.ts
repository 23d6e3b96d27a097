import { feature } from "../../../feature.ts";
import { series } from "../../../metrics/families.ts";
import { on } from "../../../realm/realm.ts";
import { numbersHook } from "../../../realm/report/report-of.ts";
import { namedFilesHook } from "../storage/hooks.ts";
import { attachmentArchive } from "./archive.ts";
import {
  FORGOTTEN_TIMER,
  forgetClaims,
  removeUnclaimed,
  UNCLAIMED_TIMER,
  uploadKeysAfter,
  uploadSpaceUsed,
} from "./attachments.ts";
import { attachmentAdded, attachmentRemoved, attachmentUpdated } from "./events.ts";
import { schema } from "./rows.ts";

export const attachments = feature({
  name: "attachments",
  schema,
  archive: attachmentArchive,
  handlers: [
    on(namedFilesHook, uploadKeysAfter),
    on(numbersHook, (realm) => ({ [series("parley_files_bytes")]: uploadSpaceUsed(realm) })),
  ],
  events: [attachmentAdded, attachmentUpdated, attachmentRemoved],
  timers: {
    [UNCLAIMED_TIMER]: ({ realm }) => removeUnclaimed(realm),
    [FORGOTTEN_TIMER]: ({ realm }, name) => forgetClaims(realm, Number(name.slice(FORGOTTEN_TIMER.length + 1))),
  },
});
