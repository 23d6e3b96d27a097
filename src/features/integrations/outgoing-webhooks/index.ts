import { feature } from "../../../feature.ts";
import { job } from "../../../realm/job.ts";
import { on } from "../../../realm/realm.ts";
import { messageMentionsHook, messagesRemovedHook } from "../../messages/core/hooks.ts";
import { pressedHook } from "../../messages/presses/presses.ts";
import { userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { CALLS_JOB, CALLS_TIMER, notifyOfOverrun, OVERRUN_JOB, overrunSchema } from "./call-queue.ts";
import { deliverCalls } from "./deliver-calls.ts";
import { commandUsed } from "./events.ts";
import { deleteCallsOfBot, deleteCallsOfMessages, schema } from "./rows.ts";
import { callForPress, callServices } from "./triggers.ts";

/** Outgoing webhooks: bots whose services receive messages by HTTP, and can reply. */
export const outgoingWebhooks = feature({
  name: "outgoing-webhooks",
  schema,
  archive: {
    leftOut: {
      outgoing_calls: "of the moment",
      outgoing_problems: "of the moment",
    },
  },
  jobs: { [CALLS_JOB]: deliverCalls, [OVERRUN_JOB]: job(overrunSchema, notifyOfOverrun) },
  promptJobs: [CALLS_JOB],
  patientJobs: [CALLS_JOB],
  timers: { [CALLS_TIMER]: ({ realm }) => realm.outbox.add(CALLS_JOB, {}) },
  events: [commandUsed],
  handlers: [
    on(messageMentionsHook, callServices),
    on(pressedHook, callForPress),
    on(messagesRemovedHook, deleteCallsOfMessages),
    on(userDeactivatedHook, (realm, { id }) => deleteCallsOfBot.run(realm.sql, { bot: id })),
  ],
});
