import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { Bindings } from "../../../../../src/features/messages/core/narrow/bindings.ts";
import {
  type PageRange,
  parseTerms,
  resolveNarrow,
  type View,
} from "../../../../../src/features/messages/core/narrow/index.ts";
import { pageStatement } from "../../../../../src/features/messages/core/narrow/page-statement.ts";
import { toChannelId, toConversationId } from "../../../../../src/protocol/ids.ts";
import { limits } from "../../../../../src/protocol/limit-table.ts";
import { insertOrganization } from "./insert-organization.ts";
import { lookupsOf, makeOrganization, viewOf } from "./random-organization.ts";

const REALM = 1_007_010;
const organization = makeOrganization(30, 50);
const [user] = organization.users;
const newest: PageRange = { kind: "around", anchor: 2 ** 40, before: 100, after: 0, includeAnchor: true };
const unread: PageRange = { kind: "around", anchor: "first_unread", before: 50, after: 50, includeAnchor: true };

beforeAll(() => insertOrganization(env.DB, REALM, organization));

type Wire = Parameters<typeof parseTerms>[0];

function statementOf(narrow: Wire, range: PageRange, changed: Partial<View> = {}) {
  if (user === undefined) throw new Error("no user");
  const filter = resolveNarrow(parseTerms(narrow), lookupsOf(organization, user));
  const bindings = new Bindings();
  const view = { ...viewOf(organization, user), realm: REALM, ...changed };
  const sql = pageStatement({ filter, view, range }, { columns: "page.key", joins: () => "" }, bindings);
  if (sql === null) throw new Error("nothing to look for");
  return bindings.statement(sql);
}

/** SQLite's query plan for a narrow, with one line for each table. */
async function planOf(narrow: Wire, range: PageRange = newest, changed: Partial<View> = {}): Promise<string[]> {
  const { sql, values } = statementOf(narrow, range, changed);
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail.replace("COVERING ", ""));
}

const realmAnd = (index: string, columns: string) => `USING ${index} (realm=?${columns} AND rowid>? AND rowid<?)`;
const ofFlags = "SEARCH personal_flags USING PRIMARY KEY (realm=? AND user_id=? AND message_id>? AND message_id<?)";
const byKey = "SEARCH m USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
const byConversation = `SEARCH m ${realmAnd("INDEX messages_by_conversation", " AND conversation_id=?")}`;

describe("each narrow reads an index in message order", () => {
  test.each<[Wire, string]>([
    [[], byConversation],
    [[["channel", "plaza"]], byConversation],
    [[["dm", []]], byConversation],
    [[["is", "dm"]], byConversation],
    [[["is", "unread"]], byConversation],
    [
      [
        ["channel", "plaza"],
        ["topic", "lunch"],
      ],
      `SEARCH m ${realmAnd("INDEX messages_by_topic", " AND channel_id=? AND topic_key=?")}`,
    ],
    [[["topic", "lunch"]], `SEARCH m ${realmAnd("INDEX messages_by_topic", " AND channel_id=? AND topic_key=?")}`],
    [[["is", "followed"]], `SEARCH m ${realmAnd("INDEX messages_by_topic", " AND channel_id=? AND topic_key=?")}`],
    [[["sender", "me"]], `SEARCH m ${realmAnd("INDEX messages_by_sender", " AND sender_id=?")}`],
    [[["is", "starred"]], ofFlags],
    [[["is", "alerted"]], ofFlags],
    [[["is", "mentioned"]], ofFlags],
    [[["is", "mentioned"]], `SEARCH m ${realmAnd("INDEX messages_with_wildcard", "")}`],
    [[["mentions", "me"]], ofFlags],
    [[["mentions", 12]], "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"],
    [[["is", "resolved"]], `SEARCH m ${realmAnd("INDEX messages_resolved", "")}`],
    [[["has", "image"]], `SEARCH m ${realmAnd("INDEX messages_with_image", "")}`],
    [[["has", "attachment"]], `SEARCH m ${realmAnd("INDEX messages_with_attachment", "")}`],
    [[["has", "assistant"]], `SEARCH m ${realmAnd("INDEX messages_with_assistant", "")}`],
    [[["has", "reaction"]], "SEARCH reactions USING PRIMARY KEY (realm=? AND message_id>? AND message_id<?)"],
    [[["search", "apple"]], "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"],
    [[["id", 7]], "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"],
  ])("for %j", async (narrow, expected) => {
    for (const range of [newest, unread]) {
      const plan = await planOf(narrow, range);
      expect(plan).toContain(expected);
      expect(plan.filter((line) => /^SCAN (m|messages|personal_flags|reactions)\b/.test(line))).toEqual([]);
    }
  });

  test("a user with many channels gets messages near the anchor without a lookup in each channel", async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      channel: toChannelId(index),
      conversation: toConversationId(index),
      first: 5,
      last: null,
    }));
    const nearby = ["MATERIALIZE nearby", "SEARCH messages USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)", byKey];
    expect(await planOf([["has", "link"]], newest, { received: many })).toEqual(
      expect.arrayContaining([...nearby, byConversation]),
    );
    expect(await planOf([["has", "link"]], newest, { received: many.slice(0, 10) })).not.toContain(byKey);
  });

  test("a search reads the index in message order", async () => {
    const { sql } = statementOf([["search", "apple"]], newest);
    expect(sql).toContain("message_words MATCH");
    expect(sql).toMatch(/message_words\.rowid BETWEEN/);
    expect(await planOf([["search", "apple"]])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^SCAN message_words VIRTUAL TABLE INDEX .*[<>M]/)]),
    );
  });
});

describe("D1's limits are respected by narrows with", () => {
  const not = (operator: string, operand: string) => ({ operator, operand, negated: true });
  const heavy = [
    ...["starred", "mentioned", "unread", "alerted", "resolved", "followed", "muted", "dm"].map((state) =>
      not("is", state),
    ),
    ...["link", "image", "assistant", "reaction"].map((what) => not("has", what)),
  ];
  const searches = (count: number) =>
    Array.from({ length: count }, (_, index) => not("search", `"quoted ${index}" word${index} 東京${index}`));

  test.each<[string, Wire]>([
    ["conditions of every kind", [["in", "home"], ...heavy, ...searches(7)]],
    ["searches", searches(16)],
    [
      "one search of many phrases",
      [["search", Array.from({ length: limits.work.search_words / 2 }, (_, index) => `"phrase ${index}"`).join(" ")]],
    ],
    [
      "one search of many words",
      [["search", Array.from({ length: limits.work.search_words }, (_, index) => `word${index}`).join(" ")]],
    ],
  ])("%s", async (_, narrow) => {
    const { sql, values } = statementOf(narrow, unread);
    expect(new TextEncoder().encode(sql).length).toBeLessThan(100_000);
    expect(values.length).toBeLessThan(100);
    await expect(
      env.DB.prepare(sql)
        .bind(...values)
        .all(),
    ).resolves.toBeTruthy();
  });
});
