import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  fetchPage,
  fetchPageIds,
  flagsOf,
  flagView,
  type Range,
  readTerms,
  resolveNarrow,
} from "../../src/features/messages/narrow/index.ts";
import { LARGER_THAN_ANY_ID } from "../../src/features/messages/narrow/range.ts";
import { ApiError } from "../../src/protocol/errors.ts";
import { canRead, channelNames, lookupsOf, makeOrganization, TOPICS, VOCABULARY, viewOf } from "./organization.ts";
import { Reference } from "./reference.ts";
import { ship } from "./ship.ts";

const REALM = 7001;
const SIZE = 400;
const organization = makeOrganization(20, SIZE);
const { users, channels } = organization;
const bulk = { realm: REALM, database: env.DB };

beforeAll(async () => {
  await ship(env.DB, REALM, organization);
  // Neighbours with the same ids: nothing of theirs may ever be seen.
  await ship(env.DB, REALM - 1, makeOrganization(21, SIZE));
  await ship(env.DB, REALM + 1, makeOrganization(22, SIZE));
});

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
  search: fc.oneof(word, fc.tuple(word, word).map((words) => words.join(" "))),
  id: fc.integer({ min: 1, max: SIZE }),
  has: fc.constantFrom("attachment", "image", "link", "reaction"),
  is: fc.constantFrom("dm", "starred", "mentioned", "unread", "alerted", "resolved", "followed", "muted"),
  in: fc.constantFrom("home", "all"),
} as const;

const term = fc
  .constantFrom(...(Object.keys(operands) as (keyof typeof operands)[]))
  .chain((operator) =>
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
      fc.constantFrom<number | "first_unread">("first_unread", 0, LARGER_THAN_ANY_ID, 2 ** 33),
      fc.integer({ min: 1, max: SIZE + 5 }),
    ),
    before: count,
    after: count,
    includeAnchor: fc.boolean(),
  })
  .map((made): Extract<Range, { kind: "around" }> => ({
    kind: "around",
    ...made,
    includeAnchor: made.includeAnchor || (made.before > 0 && made.after > 0),
  }));

const request = fc.record({
  user: fc.constantFrom(...users),
  narrow: fc.array(term, { maxLength: 4 }),
  range,
});

test("[messages 4, 5] any narrow around any anchor finds what a search message by message finds", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ user, narrow, range }) => {
      const terms = readTerms(narrow);
      const reference = new Reference(organization, user);
      const hidden = terms.some(
        ({ operator, operand }) =>
          operator === "channel" && channels.some((each) => [each.id, each.name].some((n) => n === operand) && !canRead(user, each)),
      );
      if (hidden) {
        expect(() => resolveNarrow(terms, lookupsOf(organization, user))).toThrow(ApiError);
        return;
      }
      const plan = { filter: resolveNarrow(terms, lookupsOf(organization, user)), view: viewOf(organization, user), range };
      const { rows, ...page } = await fetchPage(bulk, structuredClone(plan));
      const expected = reference.page(terms, range);
      expect({ ids: rows.map(({ id }) => id), ...page }).toEqual(expected);

      const flags = flagView(plan.view);
      for (const row of rows) {
        const message = organization.messages.find(({ id }) => id === row.id);
        expect(flagsOf(row, flags)).toEqual(message && reference.flags(message));
        expect(row).toMatchObject({ content: message?.content, topic: message?.topic, sender_email: `user${row.sender_id}@example.org` });
      }
      const alone = await fetchPageIds(bulk, plan);
      expect(alone.rows).toEqual(rows.map(({ id }) => expect.objectContaining({ id })));
    }),
    { seed: 4, numRuns: 1500 },
  );
}, 60_000);
