import { expect, test } from "vitest";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { start } from "./support/server.ts";

const args = ["--rate-limits", "off", "--test-hooks"];
const CHANGES = 10_000;
const AT_ONCE = 50;

/** All entries after `after`, oldest first. */
async function entriesAfter(owner: Person, after: number): Promise<Json[]> {
  const all: Json[] = [];
  for (let last = after; ; last = all.at(-1).id) {
    const { entries, found_newest } = await owner.ok(owner.get("/audit_log", { after_id: last, limit: 1000 }));
    all.push(...entries);
    if (found_newest || entries.length === 0) return all;
  }
}

const sizeOf = async (owner: Person): Promise<number> =>
  (await owner.ok(owner.get("/audit_log", { limit: 1 }))).checkpoint.size;

/**
 * Renames a user repeatedly, with many concurrent requests, while `goesOn` returns true. Records the acknowledged
 * names.
 */
async function rename(owner: Person, id: number, done: string[], goesOn: (count: number) => boolean): Promise<void> {
  let count = 0;
  const first = done.length;
  const one = async () => {
    while (goesOn(count)) {
      count += 1;
      const full_name = `Noah ${first} ${count}`;
      const reply = await owner.patch(`/users/${id}`, { full_name }).catch(() => undefined);
      if (reply === undefined) return;
      if (reply.status === 200) done.push(full_name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Checks that entries record each rename once and in order: each starts with the name the previous one ended with. */
function expectChain(entries: readonly Json[], first: string): string {
  let name = first;
  for (const { details } of entries) {
    expect(details.before).toBe(name);
    name = details.after;
  }
  return name;
}

const renames = (entries: readonly Json[]) => entries.filter(({ action }) => action === "user.name_changed_by_other");

test("[security 18.3] 10,000 concurrent changes get ids without gaps, in the order they were made", {
  tags: "nightly",
}, async () => {
  const server = await start({ args });
  const owner = await ownerOf(server);
  const noah = await owner.invite("Noah");
  const before = await sizeOf(owner);
  const { user } = await owner.ok(owner.get(`/users/${noah.id}`));
  const done: string[] = [];
  await rename(owner, noah.id, done, (count) => count < CHANGES);
  expect(done).toHaveLength(CHANGES);
  const entries = await entriesAfter(owner, before);
  expect(entries.map(({ id }) => id)).toEqual(entries.map((_, index) => before + 1 + index));
  expect(renames(entries)).toHaveLength(CHANGES);
  const last = expectChain(renames(entries), user.full_name);
  expect((await owner.ok(owner.get(`/users/${noah.id}`))).user.full_name).toBe(last);
});

test("[security 18.1] after a kill, each change and its audit log entry are both stored or both missing", async () => {
  let server = await start({ args });
  const port = new URL(server.url).port;
  const owner = await ownerOf(server);
  const noah = await owner.invite("Noah");
  const before = await sizeOf(owner);
  const { user } = await owner.ok(owner.get(`/users/${noah.id}`));
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    let isKilled = false;
    const known = acknowledged.length;
    const renaming = rename(owner, noah.id, acknowledged, () => !isKilled);
    // Other changes are in flight then.
    await until("some are acknowledged", () => acknowledged.length > known + AT_ONCE);
    await server.killHard("all");
    isKilled = true;
    await renaming;
    server = await start({ data: server.data, args: [...args, "--port", port] });
  }
  const entries = await entriesAfter(owner, before);
  expect(entries.map(({ id }) => id)).toEqual(entries.map((_, index) => before + 1 + index));
  const last = expectChain(renames(entries), user.full_name);
  expect((await owner.ok(owner.get(`/users/${noah.id}`))).user.full_name).toBe(last);
  const told = new Set(renames(entries).map(({ details }) => details.after));
  expect(acknowledged.filter((name) => !told.has(name))).toEqual([]);
});
