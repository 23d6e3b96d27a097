import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Browser } from "../../../support/browser.ts";
import { succeeds } from "../../../support/log-in.ts";
import { advanceClock, identityOf, tablesOf, untilShipped } from "../../../support/object.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

export const DAY = 86_400_000;

export const erasuresOf = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/users/erasures"))).erasures;

/** Advances the clock until the erasure can't be undone anymore, and waits until all of its work is done. */
export async function untilErased(owner: Person, days = 14): Promise<void> {
  await advanceClock(owner, days * DAY);
  await until(async () => {
    const { erasures, account_deletions, outbox } = await tablesOf(owner);
    const waiting = (outbox as { job: string }[]).filter(({ job }) => job === "rename-mentions");
    expect([erasures, account_deletions, waiting]).toEqual([[], [], []]);
  });
}

/** Deactivates a user and requests their erasure, in an owner's browser. */
export async function order(browser: Browser, person: { id: number }, delete_messages = false): Promise<void> {
  await succeeds(browser.ask("DELETE", `/users/${person.id}`));
  await succeeds(browser.ask("POST", `/users/${person.id}/erase`, { delete_messages }));
}

/**
 * Returns where any of the words occur, in any case: in tables of the organization's database or of D1, or in files.
 * Each place is followed by the word.
 */
export async function placesOf(owner: Person, words: readonly string[]): Promise<string[]> {
  await untilShipped(owner);
  const { id } = await identityOf(owner);
  const names = await env.DB.prepare(
    "SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND m.name IN ('users', 'messages', 'personal_flags', 'reactions', 'submessages', 'audit_entries')",
  ).all<{ name: string }>();
  const stored = Object.entries(await tablesOf(owner));
  for (const { name } of names.results) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name} WHERE realm = ?`).bind(id).all();
    stored.push([`D1: ${name}`, results]);
  }
  const indexed = await env.DB.prepare(
    "SELECT * FROM message_words WHERE rowid BETWEEN ?1 * 4294967296 AND (?1 + 1) * 4294967296",
  )
    .bind(id)
    .all();
  stored.push(["D1: message_words", indexed.results]);
  const files = (await env.UPLOADS.list({ prefix: `${id}/` })).objects;
  for (const { key } of files) stored.push([key, [await (await env.UPLOADS.get(key))?.text()]]);
  return stored.flatMap(([place, rows]) => {
    const text = JSON.stringify(rows).toLowerCase();
    return words.filter((word) => text.includes(word.toLowerCase())).map((word) => `${place}: ${word}`);
  });
}
