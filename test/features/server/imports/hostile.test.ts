import { beforeAll, expect, test } from "vitest";
import { NotedNames } from "../../../../src/features/server/imports/writing/noted.ts";
import { type Random, randomFrom } from "../../../support/changed-at-random.ts";
import { outcome } from "../../../support/channels.ts";
import type { Json } from "../../../support/json.ts";
import { sendDirect } from "../../../support/messages.ts";
import { changeRealm, inRealm, rowsReadDuring } from "../../../support/object.ts";
import { organization, realm } from "../../../support/organization.ts";
import { filled } from "../exports/filled.ts";
import { type ReadExport, readExport } from "../exports/run-export.ts";
import { archiveOf } from "./archive-of.ts";
import { archiveWith, check, importArchive, type Rows, upload } from "./importing.ts";

const BASE = 1_600_000_000;

const STRANGE: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    0,
    1,
    2,
    3,
    1.5,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 53,
    4_000_000_000,
    "",
    "x",
    "role:owners",
    "role:nobody",
  ],
  ...["\u0000", "a\u0007b", "\ud800", "x".repeat(20_000), [], [1], [[1]], {}, { a: 1 }, "{", "[9]", "general"],
  ...["iris@example.com", "user3@localhost", "../../x", "files/up", "javascript:alert(1)", "(a+)+$", "@**Ada|2**"],
];

/** Replaces some values by others or by those of other rows, and duplicates some rows. */
function spoilt(rows: Rows, pick: Random): Rows {
  const change = (value: Json): Json => {
    if (pick(14) === 0) return STRANGE[pick(STRANGE.length)];
    if (Array.isArray(value)) return value.map(change);
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
    }
    return typeof value === "number" && pick(10) === 0 ? pick(200) : value;
  };
  const changed = Object.entries(rows).map(([table, list]) => {
    const some = list.flatMap((row) => Array.from({ length: 1 + Number(pick(5) === 0) }, () => change(row)));
    return [table, pick(6) === 0 ? [...some, change(null)] : some];
  });
  return Object.fromEntries(changed);
}

let exported: ReadExport;
beforeAll(async () => {
  exported = await readExport(await archiveOf((await filled()).iris, true));
});

test.each([1, 2, 3, 4, 5])("an import of corrupted rows ends and keeps the owner (seed %i)", async (seed) => {
  const { owner } = await organization();
  const corrupted = spoilt(exported.tables, randomFrom(seed));
  // Pictures are changed by the conversion to text.
  const files = Object.fromEntries([...exported.files].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const done = await importArchive(owner, await archiveWith(corrupted, { files }));
  expect(done).toMatchObject({ state: "done", error: null });
  for (const [table, list] of Object.entries(corrupted)) {
    expect(done.report.counts[table]?.in ?? 0, table).toBe(list.length);
  }
  const { members } = await owner.ok(owner.get("/users"));
  expect(members.find(({ user_id }: Json) => user_id === owner.id)).toMatchObject({ role: 100, is_active: true });
  await owner.ok(
    owner.post("/register", {
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
    }),
  );
  const all = { anchor: "oldest", num_before: 0, num_after: 100, apply_markdown: true };
  await owner.ok(owner.get("/messages", all));
  await owner.ok(owner.get("/user_groups"));
  await owner.ok(owner.get("/streams", { include_all: true }));
  await owner.ok(owner.get("/attachments"));
  await owner.ok(owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "@**all** hello" }));
});

test("no archive can push message ids into the range of another organization's messages in D1", async () => {
  const { iris, noah } = await realm();
  const account = { role: 400, is_active: true, date_joined: 1_500_000_000 };
  const users = [{ ...account, id: 8, full_name: "Noah", delivery_email: noah.email }];
  const direct = (id: number) => ({
    ...{ id, sender_id: 8, members: [8], content: "far", client: "website", sent_at: 1_600_000_000 },
  });
  const far = await archiveWith({ users, messages: [direct(1), direct(2 ** 32 - 1)] });
  expect(await importArchive(iris, far)).toMatchObject({
    state: "failed",
    error: "The ids of the archive's messages are too far apart.",
  });
  await changeRealm(iris, ({ sql }) => {
    sql.exec("INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES ('message_index', ?1)", 2 ** 32 - 2);
  });
  const last = await sendDirect(noah, [noah], "the last one");
  expect(last).toBe(2 ** 32 - 1);
  expect(await outcome(noah.post("/messages", { type: "direct", to: [noah.id], content: "one more" }))).toBe(
    "BAD_REQUEST: This organization can't have more messages.",
  );
});

test("a message that an archive pins in two channels is pinned once", async () => {
  const { owner } = await organization();
  const channel = { invite_only: false, history_public_to_subscribers: true, date_created: BASE };
  const rows: Rows = {
    users: [
      { id: 2, delivery_email: "ada@example.com", full_name: "Ada", role: 400, is_active: true, date_joined: BASE },
    ],
    channels: [
      { ...channel, id: 5, name: "food" },
      { ...channel, id: 6, name: "tea" },
    ],
    messages: [{ id: 100, sender_id: 2, channel_id: 5, topic: "lunch", content: "soup", sent_at: BASE }],
    channel_pins: [5, 6].map((channel_id) => ({ channel_id, position: 0, message_id: 100, date_pinned: BASE })),
  };
  const done = await importArchive(owner, await archiveWith(rows));
  expect(done).toMatchObject({ state: "done", error: null });
  expect(done.report.counts.channel_pins).toEqual({ in: 2, out: 1 });
});

test("renaming many channels of the same name doesn't compare each one with every other", async () => {
  const { owner } = await organization();
  const channel = { name: "food", invite_only: false, history_public_to_subscribers: true, date_created: BASE };
  const costOf = async (count: number) => {
    const channels = Array.from({ length: count }, (_, index) => ({ ...channel, id: index + 1 }));
    const id = await upload(owner, await archiveWith({ channels }));
    const cost = await rowsReadDuring(owner, () => check(owner, id));
    await owner.ok(owner.post(`/imports/${id}/cancel`));
    return cost;
  };
  await costOf(1);
  const [few, many] = [await costOf(100), await costOf(400)];
  expect(many).toBeLessThan(8 * few);
});

test("a message can have more reactions than one stored value can hold", async () => {
  const { owner } = await organization();
  const nameOf = (index: number) => String(index).padStart(100, "0");
  const numbers = await inRealm(owner, (within) =>
    within.change(() => {
      const first = new NotedNames(within);
      for (let index = 1; index <= 45_000; index += 1) {
        first.ofMessage("reactions", 7, nameOf(index));
        first.setOfMessage(nameOf(index), index);
      }
      first.keep();
      const of = (message: number, index: number) =>
        new NotedNames(within).ofMessage("reactions", message, nameOf(index));
      const known = [of(7, 1), of(7, 45_000), of(7, 45_001), of(8, 1)];
      const next = new NotedNames(within);
      next.ofMessage("reactions", 8, nameOf(1));
      next.keep();
      return [...known, of(8, 1), of(7, 1)];
    }),
  );
  expect(numbers).toEqual([1, 45_000, 0, 0, 0, 0]);
});
