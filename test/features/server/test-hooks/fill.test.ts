import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { identityOf, tablesOf, untilShipped } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

interface Draft {
  readonly sender: Person;
  /** A channel name, or the recipients of a direct message. */
  readonly to: string | readonly Person[];
  readonly topic?: string;
  readonly content: string;
}

/** Messages of every kind that writes additional rows. */
const draftsOf = ({ iris, omar, noah, mia, gus }: Cast): Draft[] => [
  { sender: iris, to: "general", topic: "plans", content: "Hello **all**" },
  { sender: noah, to: "general", topic: "Plans", content: `@**Mia Example|${mia.id}** look at https://example.org` },
  { sender: mia, to: "general", topic: "plans", content: "I am on my way, @**Noah Example**" },
  { sender: omar, to: "general", topic: "", content: "```\ncode\n```" },
  { sender: iris, to: "general", topic: "✔ done", content: "@**all** lunch" },
  { sender: noah, to: [mia], content: "secret" },
  { sender: mia, to: [noah], content: "as secret" },
  { sender: noah, to: [iris, mia], content: "the three of us" },
  { sender: gus, to: "general", topic: "plans", content: "a word of warning" },
  { sender: iris, to: "harbour", topic: "boats", content: "@**topic** /poll Which?\nred\ngreen" },
];

/** Creates an organization and sends these messages to it, through either endpoint. */
async function told(send: (cast: Cast, drafts: readonly Draft[]) => Promise<void>): Promise<Person> {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const principals = [iris.id, noah.id];
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }], principals }));
  await mia.ok(mia.post("/users/me/alert_words", { alert_words: ["warning"] }));
  await send(cast, draftsOf(cast));
  await untilShipped(iris);
  return iris;
}

async function bySending(_: Cast, drafts: readonly Draft[]): Promise<void> {
  for (const { sender, to, topic, content } of drafts) {
    const address = typeof to === "string" ? { type: "channel", to } : { type: "direct", to: to.map(({ id }) => id) };
    await sender.ok(sender.post("/messages", { ...address, topic, content, read_by_sender: true }));
  }
}

async function byFilling({ iris }: Cast, drafts: readonly Draft[]): Promise<void> {
  const { streams } = await iris.ok(iris.get("/streams"));
  const idOf = (name: string) => streams.find((stream: { name: string }) => stream.name === name).stream_id;
  const messages = drafts.map(({ sender, to, topic, content }) => ({
    sender: sender.id,
    to: typeof to === "string" ? idOf(to) : to.map(({ id }) => id),
    topic,
    content,
  }));
  await iris.ok(iris.post("/testing/messages", { messages }));
}

/** The rows of an organization in D1. */
async function bulkOf(person: Person): Promise<Record<string, unknown[]>> {
  const { id } = await identityOf(person);
  const tables = ["messages", "personal_flags", "reactions", "submessages", "users"];
  const rows = tables.map(async (name) => {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name} WHERE realm = ?1`).bind(id).all();
    return [name, results.map((row) => ({ ...row, key: undefined, realm: undefined }))] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Tables and columns that always differ between organizations: names, keys, times, salts, shipping order. */
const UNLIKE = /^(identity|audit_\w+|unshipped|shipping|timers|event_counter)$/;
const UNLIKE_COLUMN = /_at$|^date_|hash$/;
function comparable(tables: Record<string, unknown[]>, { host }: Person): unknown {
  const kept = Object.entries(tables).filter(([name]) => !UNLIKE.test(name));
  const text = JSON.stringify(Object.fromEntries(kept), (name, value) => (UNLIKE_COLUMN.test(name) ? "" : value));
  return JSON.parse(text.replaceAll(host, "HOST").replaceAll(host.split(".", 1)[0] ?? "", "SUBDOMAIN"));
}

describe("POST /testing/messages", () => {
  test("writes the same rows to every table as sending the same messages does", async () => {
    const sent = await told(bySending);
    const filled = await told(byFilling);
    expect(comparable(await tablesOf(filled), filled)).toEqual(comparable(await tablesOf(sent), sent));
    expect(comparable(await bulkOf(filled), filled)).toEqual(comparable(await bulkOf(sent), sent));
  });

  test("allows only owners", async () => {
    const { omar } = await realm();
    expect((await omar.post("/testing/messages", { messages: [] })).status).toBe(400);
    expect((await omar.post("/testing/users", { users: [] })).status).toBe(400);
  });
});

describe("POST /testing/users", () => {
  test("creates accounts that can send messages immediately", async () => {
    const { iris } = await realm();
    const users = [1, 2].map((number) => ({ email: `crowd${number}@example.com`, full_name: `Crowd ${number}` }));
    const { keys } = await iris.ok(iris.post("/testing/users", { users }));
    expect(keys).toHaveLength(2);
    const { subscriptions } = await iris.ok(iris.get("/users/me/subscriptions", { include_subscribers: true }));
    for (const { user_id } of keys) expect(subscriptions[0].subscribers).toContain(user_id);
  });
});
