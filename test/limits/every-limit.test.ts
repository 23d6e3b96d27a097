import { expect, test } from "vitest";
import { type Limit, numberOf, type stocks } from "./stock-cases.ts";

const STOCKS = "limits/stocks.test.ts";
const FORGOTTEN = "limits/forgotten.test.ts";
const STORAGE = "features/people/bot-storage/bot-storage.test.ts";
const WEBHOOKS = "features/integrations/incoming-webhooks/webhook-settings.test.ts";
const JOINING = "features/people/invitations/join.test.ts";
const CHANNEL_MAIL = "features/integrations/incoming-email/channel-mail.test.ts";
const OUTGOING = "features/integrations/outgoing-webhooks/failures.test.ts";
const HOSTED = "features/integrations/hosted-bots/limits.test.ts";
const CONNECTIONS = "features/people/sso-connections/sso-connections.test.ts";
const CALLS = "features/messages/calls/calls.test.ts";
const PRESSES = "features/messages/presses/presses.test.ts";
const LETTERS = "features/messages/email-notifications/email-notifications.test.ts";

/** Tests of the limits that aren't cases of stock-cases.ts. */
const elsewhere: Readonly<Record<Exclude<Limit, keyof typeof stocks>, string>> = {
  "account.event_queues": "limits/queues.test.ts",
  "account.api_keys": FORGOTTEN,
  "account.sessions": "features/people/sessions/sessions.test.ts",
  "account.ended_sessions": "features/people/sessions/sessions.test.ts",
  "account.known_browsers": FORGOTTEN,
  "account.push_tokens": FORGOTTEN,
  "account.pushes_shown": FORGOTTEN,
  "account.push_devices": "features/messages/push-notifications/encrypted-pushes.test.ts",
  "account.missed_messages": LETTERS,
  "account.letters_an_hour": LETTERS,
  "account.mail_addresses": STOCKS,
  "account.mail_replies_an_hour": "features/integrations/incoming-email/reply-mail.test.ts",
  "account.login_letters_a_day": "features/people/login-alerts/login-alerts.test.ts",
  "account.web_push_devices": FORGOTTEN,
  "account.kept_bytes": STOCKS,
  "account.call_starts_a_minute": CALLS,
  "account.uploads_under_way": STOCKS,
  "account.resumable_uploads": "features/files/tus-uploads/tus.test.ts",
  "account.bot_config_characters": STOCKS,
  "account.deliveries": WEBHOOKS,
  "account.delivery_payloads": WEBHOOKS,
  "account.delivery_payload_characters": WEBHOOKS,
  "account.outgoing_calls": OUTGOING,
  "account.waiting_presses": PRESSES,
  "account.presses_of_message": PRESSES,
  "account.hosted_runs": HOSTED,
  "account.hosted_timers": HOSTED,
  "account.hosted_log_lines": HOSTED,
  "account.stored_entries": STORAGE,
  "account.stored_bytes": STORAGE,
  "account.stored_entry_bytes": STORAGE,
  "organization.link_cards": FORGOTTEN,
  "organization.open_calls": CALLS,
  "organization.messages_waiting_for_cards": "features/messages/link-previews/link-previews.test.ts",
  "organization.past_links": FORGOTTEN,
  "organization.invitations_a_day": "features/people/invitations/send.test.ts",
  "organization.confirmations_a_day": JOINING,
  "organization.confirmations_over_link": JOINING,
  "organization.letters_by_stranger": JOINING,
  "organization.counted_letters": FORGOTTEN,
  "organization.letters_to_unknown": "features/people/password-reset/password-reset.test.ts",
  "organization.imports": STOCKS,
  "organization.logged_events": "realm/events/event-log.test.ts",
  "organization.queued_pushes": FORGOTTEN,
  "organization.letters_in_mailbox": FORGOTTEN,
  "organization.login_connections": CONNECTIONS,
  "organization.login_attempts": FORGOTTEN,
  "organization.login_tickets": FORGOTTEN,
  "organization.deliveries": FORGOTTEN,
  "organization.delivery_ids": FORGOTTEN,
  "organization.presses": PRESSES,
  "organization.press_bytes": PRESSES,
  "organization.outgoing_calls": OUTGOING,
  "organization.hosted_runs": HOSTED,
  "organization.mails_a_minute": CHANNEL_MAIL,
  "organization.mails_in_five_minutes": CHANNEL_MAIL,
  "organization.mails_an_hour": CHANNEL_MAIL,
  "organization.known_mails": FORGOTTEN,
  "organization.waiting_jobs": STOCKS,
};

const sources: Record<string, string> = import.meta.glob("../**/*.test.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

test.each(Object.entries(elsewhere))("limit %s is tested in %s", (limit, path) => {
  const name = limit.replace(/^\w+\./, "");
  const number = String(numberOf(limit));
  const written = [name, number, number.replace(/\B(?=(\d{3})+$)/g, "_")];
  const source = sources[`../${path}`] ?? sources[`./${path.replace("limits/", "")}`] ?? "";
  expect(source).toMatch(new RegExp(`\\b(${written.join("|")})\\b`));
});
