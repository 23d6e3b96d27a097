import { expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { readTexts } from "../../../support/read-texts.ts";

/** Reasons why an import doesn't check a limit itself. */
const BY_ENDPOINT = "held by what the endpoint uses too";
const BY_SCHEMA = "held by the schema of the archive's rows";
const NOT_MOVED = "nothing of it moves";
const FOLLOWS = "follows from what is imported, and holds it by itself";

type Reasons<Group extends keyof typeof limits> = { readonly [Name in keyof (typeof limits)[Group]]?: string };

const ofAccounts: Reasons<"account"> = {
  event_queues: NOT_MOVED,
  api_keys: BY_SCHEMA,
  sessions: NOT_MOVED,
  ended_sessions: NOT_MOVED,
  known_browsers: NOT_MOVED,
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
  uploads_under_way: NOT_MOVED,
  resumable_uploads: NOT_MOVED,
  bot_config_characters: BY_SCHEMA,
  deliveries: NOT_MOVED,
  delivery_payloads: NOT_MOVED,
  delivery_payload_characters: NOT_MOVED,
  outgoing_calls: NOT_MOVED,
  bot_commands: BY_ENDPOINT,
  waiting_presses: NOT_MOVED,
  presses_of_message: NOT_MOVED,
  hosted_runs: NOT_MOVED,
  hosted_timers: NOT_MOVED,
  hosted_log_lines: NOT_MOVED,
  repeating_messages: "not held: they are within the limit of scheduled messages",
  repeating_reminders: "not held: they are within the limit of reminders",
};

const ofOrganizations: Reasons<"organization"> = {
  open_calls: NOT_MOVED,
  default_channel_groups: BY_ENDPOINT,
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
  presses: NOT_MOVED,
  press_bytes: NOT_MOVED,
  outside_links: NOT_MOVED,
  outside_people: NOT_MOVED,
  outgoing_calls: NOT_MOVED,
  hosted_runs: NOT_MOVED,
  mails_a_minute: NOT_MOVED,
  mails_in_five_minutes: NOT_MOVED,
  mails_an_hour: NOT_MOVED,
  known_mails: NOT_MOVED,
  waiting_jobs: NOT_MOVED,
};

const ofMessages: Reasons<"message"> = {
  mail_files: NOT_MOVED,
};

/** The code that imports and exports each feature's data: files and declarations named after the archive. */
const sources = Object.entries(readTexts(import.meta.dirname, "../../../../src/features/**/*.ts"))
  .flatMap(
    ([path, text]) => (/\/archive\b/.test(path) ? text : text.match(/^export const \w+Archive\b.*?^\}/gms)) ?? [],
  )
  .join("\n");

test("imports enforce each limit on stored data, or give a reason why not", () => {
  const reasons = { account: ofAccounts, organization: ofOrganizations, message: ofMessages };
  for (const group of ["account", "organization", "message"] as const) {
    const isAsked = (name: string) =>
      // Limits on accounts are checked by kind.
      sources.includes(`limits.${group}.${name}`) || (group === "organization" && ["people", "bots"].includes(name));
    const unasked = Object.keys(limits[group]).filter((name) => !isAsked(name));
    const how = `a feature's archive asks limits.${group}.NAME, or this file says why it doesn't`;
    expect(Object.keys(reasons[group]).sort(), how).toEqual(unasked.sort());
  }
});
