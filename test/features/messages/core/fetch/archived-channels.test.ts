import { expect, test } from "vitest";
import { makeChannel, outcome } from "../../../../support/channels.ts";
import { fetchMessages, idsOf, sendToChannel } from "../../../../support/messages.ts";
import { realm } from "../../../../support/organization.ts";

test("[messages 5] `channels:archived` finds received messages of archived channels, except in a queue's narrow", async () => {
  const { iris, noah, mia } = await realm();
  const [old, other] = [await makeChannel(iris, "old", [iris, noah]), await makeChannel(iris, "new", [iris, noah])];
  const kept = await sendToChannel(iris, old, "tea", "x");
  const current = await sendToChannel(iris, other, "tea", "x");
  await iris.ok(iris.delete(`/streams/${old}`));
  const narrow = [
    ["channels", "archived"],
    ["topic", "tea"],
  ];
  const found = async (who: typeof noah, terms: unknown = narrow) =>
    idsOf((await fetchMessages(who, { narrow: terms })).messages);
  expect(await found(noah)).toEqual([kept]);
  expect(await found(mia)).toEqual([]);
  const others = [
    { operator: "channels", operand: "archived", negated: true },
    { operator: "topic", operand: "tea" },
  ];
  expect(await found(noah, others)).toEqual([current]);
  const { messages } = await noah.ok(noah.get("/messages/matches_narrow", { msg_ids: [kept, current], narrow }));
  expect(Object.keys(messages)).toEqual([String(kept)]);
  const change = { anchor: "newest", num_before: 9, num_after: 0, narrow, op: "add", flag: "starred" };
  expect(await noah.ok(noah.post("/messages/flags/narrow", change))).toMatchObject({ updated_count: 1 });
  expect(await found(noah, [["is", "starred"]])).toEqual([kept]);
  // Archived channels are read-only, so no event could match.
  expect(await outcome(noah.post("/register", { narrow: [["channels", "archived"]] }))).toBe(
    "BAD_REQUEST: Operator channels not supported.",
  );
});
