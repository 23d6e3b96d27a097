import { describe, expect, test } from "vitest";
import { keepInMailbox } from "../../src/features/email/mailbox.ts";
import { rememberMail } from "../../src/features/integrations/incoming-email/known-mails.ts";
import { rememberDelivery } from "../../src/features/integrations/incoming-webhooks/deliver.ts";
import { logDelivery, type PreparedDelivery } from "../../src/features/integrations/incoming-webhooks/delivery-log.ts";
import { keepCard } from "../../src/features/messages/link-cards/link-cards.ts";
import { enqueue } from "../../src/features/messages/push-notifications/queue.ts";
import { recordShown } from "../../src/features/messages/push-notifications/removals.ts";
import { useOnce } from "../../src/features/people/sso-login/tickets.ts";
import { toMessageId, toUserId } from "../../src/protocol/ids.ts";
import { limits } from "../../src/protocol/limit-table.ts";
import type { Realm } from "../../src/realm/realm.ts";
import { outcome } from "../support/channels.ts";
import { inRealm } from "../support/messages.ts";
import { changeRealm } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import { countRows, fillTable, type Rows } from "./fill-table.ts";

const { account, organization } = limits;

interface Forgetting {
  readonly table: string;
  readonly columns: Rows["columns"];
  readonly filled: number;
  /** Adds one more row, with the next number. */
  readonly add: (realm: Realm) => void;
  /** The row deleted in exchange. */
  readonly oldest: string;
}

/** If rows are counted by id, two represent all: the first, and the one before the row to be added. */
const twoOf = (most: number) => ({ id: `1 + (i - 1) * ${most - 1}` });
const user = toUserId(1);
const now = Math.floor(Date.now() / 1000);
const letter = { to: "a@example.org", subject: "x", text: "x", html: "x", from: "x", headers: {} };
const delivery: PreparedDelivery = {
  ...{ integration: "ifttt", title: "x", markup: [], deliveryKey: null, signature: null, payload: "{}", client: "x" },
  rendered: { kind: "messages", messages: [], event: null },
};
/** Rows over some limits are deleted only after this many additions. */
const SWEEP = 100;

const forgetting: Readonly<Record<string, Forgetting>> = {
  "notifications that the devices of one show": {
    table: "push_shown",
    columns: { user_id: user, message_id: "i" },
    filled: account.pushes_shown,
    add: (inside) => recordShown(inside, user, toMessageId(account.pushes_shown + 1)),
    oldest: "message_id = 1",
  },
  "notifications that wait to be sent": {
    table: "push_queue",
    columns: { ...twoOf(organization.queued_pushes), alerts: "'[]'", tries: 0, queued_at: now },
    filled: 2,
    add: (inside) => enqueue(inside, null, [{ user, kinds: 0, reason: "withdrawal", group: null }]),
    oldest: "id = 1",
  },
  "linked pages of which something is known": {
    table: "link_cards",
    columns: { url: "'u' || i", fetched_at: "i" },
    filled: organization.link_cards,
    add: (inside) => keepCard(inside, "https://example.org/", null),
    oldest: "url = 'u1'",
  },
  "letters in the mailbox of a development server": {
    table: "mailbox",
    columns: { ...twoOf(organization.letters_in_mailbox), recipient: "'x'", subject: "'x'", text: "'x'", sent_at: 1 },
    filled: 2,
    add: (inside) => keepInMailbox(inside, { ...letter, paragraphs: [] }, letter),
    oldest: "id = 1",
  },
  "deliveries to all bots": {
    table: "webhook_deliveries",
    columns: {
      ...{ ...twoOf(organization.deliveries + SWEEP - 1), bot_id: "i", integration: "'x'", received_at: now },
      ...{ outcome: "'sent'", message_ids: "'[]'", size: 1 },
    },
    filled: 2,
    add: (inside) => logDelivery(inside, user, delivery, { outcome: "silent" }),
    oldest: "id = 1",
  },
  "deliveries that are known again": {
    table: "webhook_delivery_ids",
    columns: {
      ...twoOf(organization.delivery_ids + SWEEP - 1),
      bot_id: "i",
      delivery_key: "'k' || i",
      received_at: now,
    },
    filled: 2,
    add: (inside) => rememberDelivery(inside, user, "another"),
    oldest: "id = 1",
  },
  "mails that are known again": {
    table: "known_mails",
    columns: { ...twoOf(organization.known_mails + SWEEP - 1), mail_key: "'k' || i", person_id: 0, received_at: now },
    filled: 2,
    add: (inside) => rememberMail(inside, "another"),
    oldest: "id = 1",
  },
};

describe("one row over the limit deletes the oldest of:", () => {
  test.each(Object.entries(forgetting))("%s", async (_, { table, columns, filled, add, oldest }) => {
    const { iris } = await realm();
    await fillTable(iris, { table, columns }, filled);
    expect(await countRows(iris, table, oldest)).toBe(1);
    await inRealm(iris, (inside) => inside.change(() => add(inside)));
    expect([await countRows(iris, table), await countRows(iris, table, oldest)]).toEqual([filled, 0]);
  });

  test("API keys", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, told_to: noah.id, hash: "'h' || i", client: "''", created_at: 1 };
    const rows = { table: "api_keys", columns, where: `user_id = ${noah.id}` };
    await fillTable(noah, rows, account.api_keys);
    const { api_key } = await noah.ok(noah.post("/dev_fetch_api_key", { username: noah.email }));
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.api_keys);
    expect(await outcome(noah.get("/users/me"))).toContain("Invalid API key");
    expect(api_key).toHaveLength(32);
  });

  test("known browsers", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, browser: "'b' || i", last_login_at: "i" };
    const rows = { table: "known_browsers", columns, where: `user_id = ${noah.id}` };
    await fillTable(noah, rows, account.known_browsers);
    await noah.ok(noah.post("/dev_fetch_api_key", { username: noah.email }));
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.known_browsers);
    expect(await countRows(noah, rows.table, "browser = 'b1'")).toBe(0);
  });

  test("device tokens", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, kind: "'fcm'", token: "'t' || i", origin: "''", added_at: 1 };
    const rows = { table: "push_tokens", columns, where: `user_id = ${noah.id}` };
    await fillTable(noah, rows, account.push_tokens);
    await noah.ok(noah.post("/users/me/android_gcm_reg_id", { token: "another" }));
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.push_tokens);
    expect(await countRows(noah, rows.table, "token IN ('t1', 'another')")).toBe(1);
  });

  test("browsers with push notifications", async () => {
    const { noah } = await realm();
    const columns = { user_id: noah.id, endpoint: "'e' || i", p256dh: "''", auth: "''", name: "''", added_at: 1 };
    const rows = { table: "web_push_devices", columns, where: `user_id = ${noah.id}` };
    await noah.ok(noah.get("/users/me/web_push_devices"));
    await fillTable(noah, rows, account.web_push_devices);
    await noah.ok(
      noah.post("/users/me/web_push_devices", {
        endpoint: "https://fcm.googleapis.com/fcm/send/another",
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      }),
    );
    expect(await countRows(noah, rows.table, rows.where)).toBe(account.web_push_devices);
    expect(await countRows(noah, rows.table, "endpoint = 'e1'")).toBe(0);
  });

  test("login attempts", async () => {
    const { noah } = await realm();
    const now = Math.floor(Date.now() / 1000);
    const rows = { table: "login_attempts", columns: { username: "'nobody' || i", tried_at: now } };
    await fillTable(noah, rows, organization.login_attempts);
    await noah.post("/fetch_api_key", { username: "somebody@example.com", password: "a guess" });
    expect(await countRows(noah, rows.table)).toBe(organization.login_attempts);
    // Each attempt counts for its address and for the account.
    const names = ["nobody1", "nobody2", "somebody@example.com from unknown", "somebody@example.com from anywhere"];
    const among = `username IN (${names.map((name) => `'${name}'`).join(", ")})`;
    expect(await countRows(noah, rows.table, among)).toBe(2);
    expect(await countRows(noah, rows.table, "username IN ('nobody1', 'nobody2')")).toBe(0);
  });

  test("external logins in progress", async () => {
    const { noah } = await realm();
    const later = Math.floor(Date.now() / 1000) + 600;
    const rows = { table: "login_tickets", columns: { hash: "'h' || i", user_id: 1, expires_at: `${later} + i` } };
    await fillTable(noah, rows, organization.login_tickets + 10);
    await changeRealm(noah, (inside) => useOnce(inside, "a state"));
    expect(await countRows(noah, rows.table)).toBe(organization.login_tickets);
    expect(await countRows(noah, rows.table, "hash = 'h1'")).toBe(0);
  });

  test("emails requested by anonymous callers", async () => {
    const { noah } = await realm();
    const now = Math.floor(Date.now() / 1000);
    const rows = { table: "stranger_letters", columns: { asker: "'a' || i", asked_at: now } };
    await fillTable(noah, rows, organization.counted_letters);
    await noah.ok(noah.post("/password_reset", { email: "nobody@example.org" }));
    expect(await countRows(noah, rows.table)).toBe(organization.counted_letters);
    expect(await countRows(noah, rows.table, "asker = 'a1'")).toBe(0);
  });

  test("expired invitation links", async () => {
    const { iris } = await realm();
    const columns = { key: "'k' || i", inviter: 1, invited_at: 9_999_999_999, terms: "'{}'", state: "'revoked'" };
    await fillTable(iris, { table: "invitation_links", columns }, organization.past_links + 100);
    const link = () => iris.ok(iris.post("/invites/multiuse"));
    await link();
    await link();
    expect(await countRows(iris, "invitation_links", "state = 'revoked'")).toBeLessThan(organization.past_links);
    expect(await countRows(iris, "invitation_links", "state = 'pending'")).toBe(2);
  });
});
