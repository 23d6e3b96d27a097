import { channelSources } from "./channel-sources.ts";
import { fileSources } from "./file-sources.ts";
import { messageSources } from "./message-sources.ts";
import { organizationSources } from "./organization-sources.ts";
import { peopleSources } from "./people-sources.ts";
import { ofWhoeverConsents } from "./personal-sources.ts";
import type { Source } from "./source.ts";

/**
 * All sources in the order in which they are read, which is about the reverse of that of the tables: people go on while an
 * export is written, and what is read later knows all that rows named before. Messages come before what belongs to them,
 * since they may be deleted, and files before whatever shows them.
 */
export const sources: readonly Source[] = [
  ...messageSources,
  ...fileSources,
  ...ofWhoeverConsents,
  ...channelSources.toReversed(),
  ...organizationSources.slice(1).toReversed(),
  ...peopleSources.toReversed(),
  ...organizationSources.slice(0, 1),
];

/** The tables of the realm and of D1 that no export has, with the reason. Every table is either here or read by a source. */
export const leftOutTables: Readonly<Record<string, string>> = {
  sessions: "of the moment: people log in again",
  challenge_secret: "of the server: challenges last minutes",
  spent_challenges: "of the moment",
  second_factor_setups: "of the moment",
  login_attempts: "of the moment",
  login_tickets: "of the moment",
  email_changes: "of the moment: the letter names the old server",
  email_change_requests: "of the moment",
  invitations: "of the moment: the letter names the old server",
  invitation_links: "of the server: the link names it",
  invitation_askers: "of the moment",
  invitation_mails: "of the moment",
  file_secret: "of the server: it signs links that last a minute",
  push_tokens: "of the server: devices register anew",
  push_devices: "of the server: devices register anew",
  push_identity: "of the server",
  web_push_devices: "of the server: browsers register anew with its key",
  web_push_identity: "of the server",
  push_queue: "of the moment",
  push_shown: "of the moment",
  webhook_deliveries: "of the moment",
  webhook_delivery_ids: "of the moment",
  password_resets: "of the moment: the letter names the old server",
  password_reset_letters: "of the moment",
  stranger_letters: "of the moment",
  mailbox: "of the server",
  mail_secret: "of the server: it signs links in its letters",
  letters_to_decide: "of the moment",
  missed_messages: "of the moment",
  missed_batches: "of the moment",
  letters_written: "of the moment",
  digests: "of the moment",
  login_letters: "of the moment",
  exports: "of the server",
  archives: "of the server",
  archive_members: "of the server",
  held_files: "of the server",
  identity: "of the server",
  schema_steps: "of the server",
  outbox: "of the moment",
  timers: "of the moment",
  events: "of the moment",
  recipient_lists: "of the moment",
  event_counter: "of the moment",
  queues: "of the moment",
  unshipped: "of the moment",
  parked_marks: "of the moment",
  move: "of the moment",
  moved_marks: "of the moment",
  shipping: "of the moment",
  reserved_files: "of the moment",
  upload_space: "follows from other tables",
  attachment_holds: "follows from other tables",
  topic_reactors: "follows from other tables",
  message_days: "follows from other tables",
  message_hours: "follows from other tables",
  conversation_members: "follows from other tables",
  subscriber_lists: "follows from other tables",
  wildcard_mentions: "follows from other tables",
  retention: "of the moment",
  statistics_days: "of no use elsewhere",
  statistics_people: "of no use elsewhere",
  statistics_progress: "of no use elsewhere",
  sent_messages: "of the moment",
  delivered_messages: "of the moment",
  // Of D1 alone.
  organizations: "of the server",
  arrivals: "of the moment",
  message_words: "follows from other tables",
};
