import { feature } from "../../realm/feature.ts";
import { removeUnclaimed, UNCLAIMED_TIMER } from "./attachments.ts";
import { attachmentAdded, attachmentRemoved, attachmentUpdated } from "./events.ts";
import { schema } from "./rows.ts";

/** Uploaded files, and the messages that link to them. */
export const attachments = feature({
  name: "attachments",
  schema,
  events: [attachmentAdded, attachmentUpdated, attachmentRemoved],
  timers: { [UNCLAIMED_TIMER]: ({ realm }) => removeUnclaimed(realm) },
});
