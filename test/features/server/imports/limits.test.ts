import { expect, test } from "vitest";
import type { limits } from "../../../../src/protocol/limit-table.ts";
import { readTexts } from "../../../support/read-texts.ts";

/** The import checks the limit itself. The other values are reasons why it doesn't. */
const HELD = "held";
const BY_ENDPOINT = "held by what the endpoint uses too";
const BY_SCHEMA = "held by the schema of the archive's rows";
const NOT_MOVED = "nothing of it moves";
const FOLLOWS = "follows from what is imported, and holds it by itself";

const ofAccounts: Record<keyof typeof limits.account, string> = {
  event_queues: NOT_MOVED,
  api_keys: BY_SCHEMA,
  sessions: NOT_MOVED,
  ended_sessions: NOT_MOVED,
  known_browsers: NOT_MOVED,
  passkeys: HELD,
  push_tokens: NOT_MOVED,
  pushes_shown: NOT_MOVED,
  push_devices: NOT_MOVED,
  missed_messages: NOT_MOVED,
  letters_an_hour: NOT_MOVED,
  mail_addresses: NOT_MOVED,
  mail_replies_an_hour: NOT_MOVED,
  login_letters_a_day: NOT_MOVED,
  web_push_devices: NOT_MOVED,
  call_starts_a_minute: NOT_MOVED,
  bots: "not held: without its account, nothing that a bot has written would arrive",
  bots_ever: "not held: without its account, nothing that a bot has written would arrive",
  drafts: HELD,
  saved_snippets: HELD,
  scheduled_messages: HELD,
  reminders: HELD,
  kept_bytes: HELD,
  alert_words: HELD,
  navigation_views: HELD,
  muted_users: HELD,
  topic_preferences: HELD,
  attachments: HELD,
  uploads_under_way: NOT_MOVED,
  resumable_uploads: NOT_MOVED,
  reactions_to_a_message: HELD,
  bot_config_characters: BY_SCHEMA,
  deliveries: NOT_MOVED,
  delivery_payloads: NOT_MOVED,
  delivery_payload_characters: NOT_MOVED,
  outgoing_calls: NOT_MOVED,
  bot_commands: BY_ENDPOINT,
  hosted_runs: NOT_MOVED,
  hosted_timers: NOT_MOVED,
  hosted_log_lines: NOT_MOVED,
  stored_entries: HELD,
  stored_bytes: HELD,
  stored_entry_bytes: HELD,
};

const ofOrganizations: Record<keyof typeof limits.organization, string> = {
  people: HELD,
  bots: HELD,
  channels: HELD,
  user_groups: HELD,
  channel_folders: HELD,
  open_calls: NOT_MOVED,
  default_channel_groups: BY_ENDPOINT,
  custom_emoji: HELD,
  domains: BY_ENDPOINT,
  login_connections: NOT_MOVED,
  linkifiers: BY_ENDPOINT,
  link_cards: FOLLOWS,
  messages_waiting_for_cards: FOLLOWS,
  playgrounds: BY_ENDPOINT,
  profile_fields: BY_ENDPOINT,
  invitations: NOT_MOVED,
  invitation_links: NOT_MOVED,
  past_links: NOT_MOVED,
  invitations_a_day: NOT_MOVED,
  confirmations_a_day: NOT_MOVED,
  confirmations_over_link: NOT_MOVED,
  letters_by_stranger: NOT_MOVED,
  letters_by_nameless: NOT_MOVED,
  counted_letters: NOT_MOVED,
  letters_to_unknown: NOT_MOVED,
  exports_a_week: NOT_MOVED,
  imports: NOT_MOVED,
  logged_events: NOT_MOVED,
  queued_pushes: NOT_MOVED,
  letters_in_mailbox: NOT_MOVED,
  login_attempts: NOT_MOVED,
  login_tickets: NOT_MOVED,
  deliveries: NOT_MOVED,
  delivery_ids: NOT_MOVED,
  bot_commands: BY_ENDPOINT,
  outgoing_calls: NOT_MOVED,
  hosted_runs: NOT_MOVED,
  mails_a_minute: NOT_MOVED,
  mails_in_five_minutes: NOT_MOVED,
  mails_an_hour: NOT_MOVED,
  known_mails: NOT_MOVED,
  waiting_jobs: NOT_MOVED,
};

const ofMessages: Record<keyof typeof limits.message, string> = {
  mail_files: NOT_MOVED,
  widget_characters: HELD,
  history_bytes: HELD,
};

const files = readTexts(
  import.meta.dirname,
  "../../../../src/features/**/archive.ts",
  "../../../../src/features/**/archive-*.ts",
  "../../../../src/features/**/archive/*.ts",
);
const sources = Object.values(files).join("\n");

test("imports enforce each limit on stored data, or have a reason not to", () => {
  const all = { account: ofAccounts, organization: ofOrganizations, message: ofMessages };
  for (const [group, reasons] of Object.entries(all)) {
    for (const [name, reason] of Object.entries(reasons)) {
      // Limits on accounts are checked by kind.
      const isKind = group === "organization" && ["people", "bots"].includes(name);
      const isAsked = sources.includes(`limits.${group}.${name}`) || isKind;
      expect([name, isAsked], reason).toEqual([name, reason === HELD]);
    }
  }
});
