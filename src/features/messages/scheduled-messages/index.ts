import { feature } from "../../../feature.ts";
import { grantEndedHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { accountErasedHook, userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { scheduledArchive } from "./archive.ts";
import { scheduledMessageEndpoints, scheduledMessageState } from "./endpoints.ts";
import { scheduledMessageRemoved, scheduledMessagesAdded, scheduledMessageUpdated } from "./events.ts";
import { askAboutPaused } from "./paused.ts";
import { schema } from "./rows.ts";
import { removeAllScheduled, TIMER } from "./scheduled-messages.ts";
import { failAllOf, sendScheduledMessage } from "./send-scheduled-message.ts";

export const scheduledMessages = feature({
  name: "scheduled-messages",
  schema,
  archive: scheduledArchive,
  endpoints: scheduledMessageEndpoints,
  events: [scheduledMessagesAdded, scheduledMessageUpdated, scheduledMessageRemoved],
  state: [scheduledMessageState],
  handlers: [
    on(grantEndedHook, failAllOf),
    on(userDeactivatedHook, askAboutPaused),
    on(accountErasedHook, (realm, { id }) => removeAllScheduled(realm, id)),
  ],
  timers: { [TIMER]: ({ realm }, name) => sendScheduledMessage(realm, Number(name.slice(TIMER.length + 1))) },
});
