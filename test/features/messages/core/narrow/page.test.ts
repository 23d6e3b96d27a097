import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  fetchPage,
  fetchPageIds,
  flagsOf,
  flagView,
  LARGER_THAN_ANY_ID,
  type PageRange,
  parseTerms,
  resolveNarrow,
  type Term,
} from "../../../../../src/features/messages/core/narrow/index.ts";
import type { DateAnchor } from "../../../../../src/features/messages/core/narrow/range.ts";
import { ApiError } from "../../../../../src/protocol/errors.ts";
import { WALKS } from "../../../../web/support/walks.ts";
import { insertOrganization } from "./insert-organization.ts";
import {
  canRead,
  channelNames,
  lastId,
  lookupsOf,
  makeOrganization,
  sentAt,
  TOPICS,
  type User,
  VOCABULARY,
  viewOf,
} from "./random-organization.ts";
import { Reference } from "./reference.ts";

const REALM = 1_007_001;
const SIZE = 400;
const organization = makeOrganization(20, SIZE);
const { users, channels } = organization;
const bulk = { realm: REALM, database: env.DB };

beforeAll(async () => {
  await insertOrganization(env.DB, REALM, organization);
  // Other organizations with the same IDs. None of their messages may ever appear.
  await insertOrganization(env.DB, REALM - 1, makeOrganization(21, SIZE));
  await insertOrganization(env.DB, REALM + 1, makeOrganization(22, SIZE));
});

const messageId = fc.constantFrom(...organization.messages.map(({ id }) => id));
const word = fc.constantFrom(...VOCABULARY);
const userIds = users.map(({ id }) => id);
const operands = {
  channel: fc.constantFrom(...channelNames, ...channels.map(({ id }) => id)),
  channels: fc.constantFrom("public", "web-public", "archived"),
  topic: fc.constantFrom(...TOPICS, "nothing of the kind"),
  dm: fc.subarray(userIds, { maxLength: 3 }),
  "dm-including": fc.constantFrom(...userIds),
  "group-pm-with": fc.constantFrom(...userIds),
  sender: fc.constantFrom(...userIds, "me", "user12@example.org"),
  mentions: fc.constantFrom(...userIds, "me", "user12@example.org"),
  search: fc.oneof(
    word,
    fc.tuple(word, word).map((words) => words.join(" ")),
  ),
  id: messageId,
  has: fc.constantFrom("attachment", "image", "link", "reaction", "assistant"),
  is: fc.constantFrom("dm", "starred", "mentioned", "unread", "alerted", "resolved", "followed", "muted"),
  in: fc.constantFrom("home", "all"),
} as const;

const term = fc.constantFrom(...(Object.keys(operands) as (keyof typeof operands)[])).chain((operator) =>
  fc.record({
    operator: fc.constant<string>(operator),
    operand: operands[operator] as fc.Arbitrary<string | number | number[]>,
    negated: fc.nat(4).map((choice) => choice === 0),
  }),
);

const count = fc.oneof({ weight: 6, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.constantFrom(2500, 5000) });
const range = fc
  .record({
    anchor: fc.oneof(
      fc.constantFrom<number | "first_unread" | DateAnchor>("first_unread", 0, LARGER_THAN_ANY_ID, 2 ** 33),
      fc.oneof(fc.integer({ min: 1, max: lastId(SIZE) }), messageId),
      fc
        .tuple(fc.integer({ min: 0, max: lastId(SIZE) + 50 }), fc.nat(99))
        .map(([id, earlier]) => ({ sentFrom: sentAt(id), firstId: Math.max(0, id - earlier) })),
    ),
    before: count,
    after: count,
    includeAnchor: fc.boolean(),
  })
  .map(
    (made): Extract<PageRange, { kind: "around" }> => ({
      kind: "around",
      ...made,
      includeAnchor: made.includeAnchor || (made.before > 0 && made.after > 0),
    }),
  );

const request = fc.record({
  user: fc.constantFrom(...users),
  narrow: fc.array(term, { maxLength: 4 }),
  range,
});

const namesHidden = (terms: readonly Term[], user: User) =>
  terms.some(
    ({ operator, operand }) =>
      operator === "channel" &&
      channels.some((channel) => (channel.id === operand || channel.name === operand) && !canRead(user, channel)),
  );

test("[messages 4, 5] a narrow around an anchor finds the same messages as the slow reference", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ user, narrow, range }) => {
      const terms = parseTerms(narrow);
      const reference = new Reference(organization, user);
      if (namesHidden(terms, user)) {
        expect(() => resolveNarrow(terms, lookupsOf(organization, user))).toThrow(ApiError);
        return;
      }
      const plan = {
        filter: resolveNarrow(terms, lookupsOf(organization, user)),
        view: viewOf(organization, user),
        range,
      };
      const { rows, ...page } = await fetchPage(bulk, structuredClone(plan));
      const expected = reference.page(terms, range);
      expect({ ids: rows.map(({ id }) => id), ...page }).toEqual(expected);

      const flags = flagView(plan.view);
      for (const row of rows) {
        const message = organization.messages.find(({ id }) => id === row.id);
        expect(flagsOf(row, flags)).toEqual(message && reference.flags(message));
        expect(row).toMatchObject({
          content: message?.content,
          topic: message?.topic,
          sender_email: `user${row.sender_id}@example.org`,
        });
      }
      const alone = await fetchPageIds(bulk, plan);
      expect(alone.rows).toEqual(rows.map(({ id }) => expect.objectContaining({ id })));
    }),
    { seed: 4, numRuns: WALKS.length * 8 },
  );
});

test("[messages 4] messages requested by ID are returned in ascending order if they match and belong to this organization", async () => {
  const anyId = fc.oneof(messageId, fc.constantFrom(0, -1, 2 ** 32 + 30, 2 ** 53 - 1), fc.nat(50));
  const asked = fc.record({
    user: fc.constantFrom(...users),
    narrow: fc.array(term, { maxLength: 1 }),
    ids: fc.uniqueArray(anyId, { maxLength: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ user, narrow, ids }) => {
      const terms = parseTerms(narrow);
      fc.pre(!namesHidden(terms, user));
      const plan = {
        filter: resolveNarrow(terms, lookupsOf(organization, user)),
        view: viewOf(organization, user),
        range: { kind: "listed", ids } as const,
      };
      const { rows, ...page } = await fetchPageIds(bulk, plan);
      const matching = new Reference(organization, user).matching(terms).map(({ id }) => id);
      expect(rows.map(({ id }) => id)).toEqual(matching.filter((id) => ids.includes(id)));
      expect(page).toEqual({
        anchor: null,
        found_anchor: false,
        found_oldest: false,
        found_newest: false,
        history_limited: false,
      });
    }),
    { seed: 5, numRuns: WALKS.length * 3 },
  );
});

test("an ID that reaches into another organization's keys finds nothing", async () => {
  for (const user of users) {
    for (const id of [2 ** 32 + 30, 2 ** 33, 2 ** 60]) {
      const filter = resolveNarrow(parseTerms([["id", id]]), lookupsOf(organization, user));
      const range = { kind: "around", anchor: 0, before: 0, after: 10, includeAnchor: true } as const;
      expect((await fetchPageIds(bulk, { filter, view: viewOf(organization, user), range })).rows).toEqual([]);
    }
  }
});
