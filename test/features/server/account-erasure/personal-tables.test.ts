import { expect, test } from "vitest";
import { features } from "../../../../src/features.ts";
import { inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";

/** Columns that hold a user id or an email address. */
const OF_PEOPLE =
  /^(user_id|owner_id|sender_id|author_id|creator_id|starter_id|person_id|bot_id|actor_id|acting_user_id|muted_user_id|inviter|asker|email|recipient|username)$/;

const BY_HOOK = "goes by a handler, with its events, timers or files";
const IN_STEPS = "goes in steps, since there may be very much";
const STAYS = "stays by its id, for others";
const OF_BOTS = "of bots, which go on or are deactivated";
const HELD = "is kept for legal cases until the hold is released";
const SHORT = "of the moment: gone within a day";

/** Tables about users whose rows aren't simply deleted. */
const others: Readonly<Record<string, string>> = {
  ...{
    users: BY_HOOK,
    user_statuses: BY_HOOK,
    profile_values: BY_HOOK,
    scheduled_messages: BY_HOOK,
    reminders: BY_HOOK,
    calls: BY_HOOK,
  },
  ...{ account_deletions: BY_HOOK, erasures: BY_HOOK, erased_users: STAYS },
  ...{ personal_flags: IN_STEPS, attachments: IN_STEPS, reactions: IN_STEPS, submessages: IN_STEPS },
  ...{ messages: IN_STEPS, message_index: IN_STEPS, audit_entries: IN_STEPS, mailbox: BY_HOOK },
  ...{ subscriptions: STAYS, subscription_spans: STAYS, conversation_members: STAYS, group_members: STAYS },
  ...{ channel_pins: STAYS, channel_pages: STAYS },
  ...{ channels: STAYS, channel_folders: STAYS, user_groups: STAYS, custom_emoji: STAYS, topic_reactors: STAYS },
  ...{
    invitation_links: STAYS,
    exports: STAYS,
    imports: STAYS,
    owner_changes: STAYS,
    audit_tokens: STAYS,
    statistics_people: STAYS,
    system_bots: STAYS,
  },
  ...{
    bots: BY_HOOK,
    bot_commands: OF_BOTS,
    hosted_bots: OF_BOTS,
    hosted_bot_runs: OF_BOTS,
    hosted_bot_timers: OF_BOTS,
    hosted_bot_log: OF_BOTS,
  },
  ...{ outgoing_calls: OF_BOTS, outgoing_problems: OF_BOTS, mail_addresses: OF_BOTS },
  ...{
    sent_messages: SHORT,
    delivered_messages: SHORT,
    known_mails: SHORT,
    resumable_uploads: SHORT,
    reserved_files: SHORT,
  },
  ...{ stranger_letters: SHORT, invitation_askers: SHORT, queues: SHORT },
  audit_destination: STAYS,
  ...{ held_attachments: HELD, held_messages: HELD, held_page_files: HELD, held_people: HELD },
  outside_people: "[security 29.7] says nothing but that someone came, which limits who else can",
};

test("every table about users is cleared by an erasure, or has a reason not to be", async () => {
  const { iris } = await realm();
  const found = await inRealm(iris, ({ sql }) =>
    sql
      .exec(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND m.name NOT GLOB '_cf_*' AND m.name NOT GLOB 'sqlite_*'`,
      )
      .toArray(),
  );
  const personal = features.flatMap((one) => Object.entries("personal" in one ? (one.personal ?? {}) : {}));
  const columns = found.map(({ table, column }) => `${table}.${column}`);
  for (const [table, { user, address }] of personal)
    for (const column of [user, address]) if (column !== undefined) expect(columns).toContain(`${table}.${column}`);
  const tables = new Set(
    found.filter(({ column }) => OF_PEOPLE.test(String(column))).map(({ table }) => String(table)),
  );
  const named = [...personal.map(([table]) => table), ...Object.keys(others)];
  expect([...tables].filter((table) => !named.includes(table))).toEqual([]);
  expect(named.filter((table) => !columns.some((column) => column.startsWith(`${table}.`)))).toEqual([]);
});
