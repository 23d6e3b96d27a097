import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { messageMentionsHook } from "../core/hooks.ts";
import { DECIDE_TIMER, DUE_TIMER, decideEmails, noteMessage } from "./decide.ts";
import { LETTERS_JOB, sendMissedMessageEmails } from "./missed-message-emails.ts";
import { schema } from "./rows.ts";

/**
 * Emails about messages that stay unread. When messages are sent, the first of them is recorded. Soon after, a timer
 * determines which users the new messages concern, and queues the messages in rows for each of these users. When their
 * waiting time has passed, a job emails them about what they haven't read.
 */
export const emailNotifications = feature({
  name: "letters",
  schema,
  personal: {
    missed_messages: { user: "user_id" },
    missed_batches: { user: "user_id" },
    letters_written: { user: "user_id" },
  },
  archive: {
    leftOut: {
      letters_to_decide: "of the moment",
      missed_messages: "of the moment",
      missed_batches: "of the moment",
      letters_written: "of the moment",
    },
  },
  jobs: { [LETTERS_JOB]: sendMissedMessageEmails },
  patientJobs: [LETTERS_JOB],
  timers: {
    [DECIDE_TIMER]: ({ realm }) => decideEmails(realm),
    // If texts can't be loaded, the job is already queued, with increasing retry delays.
    [DUE_TIMER]: ({ realm }) => realm.outbox.addUnlessWaiting(LETTERS_JOB, {}),
  },
  handlers: [on(messageMentionsHook, noteMessage)],
});
