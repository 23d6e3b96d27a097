import { expect, test } from "vitest";
import { ArchiveWriter } from "../../src/archive-format/members.ts";
import { Report } from "../../src/archive-format/report.ts";
import { gunzipped } from "../../src/converters/readers/gunzip.ts";
import { Boards } from "../../src/converters/shared/boards.ts";
import { Drafts } from "../../src/converters/shared/drafts.ts";
import { ThreadTopics } from "../../src/converters/shared/thread-topics.ts";
import { writeRow } from "../../src/converters/write-row.ts";
import { memorySpool } from "../support/memory-spool.ts";

const gzipped = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))).blob();

test("a gzip file is decompressed unless it grows more than a hundredfold", async () => {
  const small = await gzipped(new TextEncoder().encode("x".repeat(1000)).slice());
  expect(await new Response(gunzipped(small)).text()).toBe("x".repeat(1000));
  const bomb = await gzipped(new Uint8Array(30_000_000));
  expect(bomb.size).toBeLessThan(100_000);
  await expect(new Response(gunzipped(bomb)).arrayBuffer()).rejects.toThrow(/grows far too much/);
});

test("a row that would be invalid in an archive is reported instead of written", async () => {
  const report = new Report();
  const conversion = { writer: new ArchiveWriter(memorySpool), report };
  const row = { user_id: 1, word: "parley" };
  expect(await writeRow(conversion, "alert_words", { row, place: "a" })).toBe(true);
  expect(await writeRow(conversion, "alert_words", { row: { ...row, user_id: 0 }, place: "b" })).toBe(false);
  expect(await writeRow(conversion, "alert_words", { row: { ...row, word: "x".repeat(101) }, place: "c" })).toBe(false);
  expect(report.toJSON()).toEqual({
    counts: { alert_words: { in: 0, out: 1 } },
    left_out: [
      { reason: "alert_words: not valid: user_id", count: 1, places: ["b"] },
      { reason: "alert_words: not valid: word", count: 1, places: ["c"] },
    ],
  });
});

test("a thread's topic contains only the labels of links, even if their addresses have parentheses", () => {
  const text = "> ![a boat](https://example.org/boat_(2)) and [b](https://example.org)";
  expect(new ThreadTopics().of("1", 0, text)).toBe("1970-01-01 a boat and b");
});

test("identical simultaneous messages from two people are both kept, but one person's duplicate is left out", async () => {
  const report = new Report();
  const conversion = { writer: new ArchiveWriter(memorySpool), report, spool: memorySpool, now: 0 };
  const drafts = new Drafts(conversion, new Boards(conversion));
  const draft = {
    place: { channel_id: 1, topic: "t" },
    content: "Hello",
    edited_at: null,
    reactions: [],
    starredBy: [],
  };
  for (const sender_id of [1, 2, 2]) await drafts.add({ ...draft, sender_id, sent_at: 1, tie: 0 });
  await drafts.write();
  expect(report.toJSON().left_out).toMatchObject([{ reason: "messages: a second time", count: 1 }]);
});
