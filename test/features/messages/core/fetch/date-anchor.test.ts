import { expect, test } from "vitest";
import { makeChannel, outcome } from "../../../../support/channels.ts";
import { idsOf, sendToChannel } from "../../../../support/messages.ts";
import { advanceClock, executeSql, withDatabase } from "../../../../support/object.ts";
import { realm } from "../../../../support/organization.ts";
import type { Person } from "../../../../support/person.ts";

const HOUR = 3_600_000;
const NEWEST = 10_000_000_000_000_000;

const sentAt = async (who: Person, id: number): Promise<number> =>
  (await who.ok(who.get(`/messages/${id}`))).message.timestamp;
const at = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Five messages in two topics over 33 hours, the third and fourth in the same second. */
async function written() {
  const cast = await realm();
  const { iris, noah } = cast;
  const channel = await makeChannel(iris, "tea", [iris, noah]);
  const ids: number[] = [];
  for (const [topic, hours] of [
    ["green", 0],
    ["black", 2],
    ["green", 30],
    ["black", 0],
    ["green", 1],
  ] as const) {
    await advanceClock(iris, hours * HOUR);
    ids.push(await sendToChannel(iris, channel, topic, "x"));
  }
  await executeSql(
    iris,
    `UPDATE messages SET sent_at = (SELECT sent_at FROM messages WHERE id = ${ids[2]}) WHERE id = ${ids[3]}`,
  );
  const times: number[] = [];
  for (const id of ids) times.push(await sentAt(noah, id));
  const from = (date: unknown, fields: object = {}) =>
    noah.get("/messages", {
      ...{
        anchor: "date",
        anchor_date: date,
        num_before: 0,
        num_after: 0,
        narrow: [
          ["channel", channel],
          ["sender", iris.id],
        ],
      },
      ...fields,
    });
  return { ...cast, channel, ids, times, from };
}

test("[messages 4] the anchor `date` selects the narrow's first message at or after the date, or else its newest one", async () => {
  const { noah, channel, ids, times, from } = await written();
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = ids;
  const anchor = async (date: string, narrow?: object) => (await noah.ok(from(date, narrow && { narrow }))).anchor;
  const [a = 0, b = 0, c = 0, , e = 0] = times;
  expect(await anchor(at(a - 1))).toBe(first);
  expect(await anchor(at(a))).toBe(first);
  expect(await anchor(at(a + 1))).toBe(second);
  expect(await anchor(at(b))).toBe(second);
  expect(await anchor(at(b + 1))).toBe(third);
  expect(await anchor(at(c))).toBe(third);
  expect(await anchor(at(c + 1))).toBe(fifth);
  expect(await anchor("1970-01-01")).toBe(first);
  expect(await anchor(at(e + 1))).toBe(NEWEST);
  expect(await anchor("9999-12-31")).toBe(NEWEST);
  const black = [
    ["channel", channel],
    ["topic", "black"],
  ];
  expect(await anchor(at(b + 1), black)).toBe(fourth);
  expect(await anchor(at(c + 1), black)).toBe(NEWEST);
  // A day in another time zone begins at a different time.
  const day = at(c).slice(0, 10);
  expect(await anchor(day)).toBe(b >= Date.parse(day) / 1000 ? second : third);
  const zone = new Date(c * 1000 + 2 * HOUR).toISOString().slice(0, 19);
  expect(await anchor(`${zone}+02:00`)).toBe(third);
});

test("[messages 4] a page around a date surrounds the first message at or after it, or is the newest page if there is none", async () => {
  const { noah, ids, times, from } = await written();
  const page = await noah.ok(from(at(times[2] ?? 0), { num_before: 1, num_after: 1 }));
  expect(idsOf(page.messages)).toEqual(ids.slice(1, 4));
  expect(page).toMatchObject({ anchor: ids[2], found_anchor: true, found_oldest: false, found_newest: false });
  const late = await noah.ok(from("2999-01-01", { num_before: 2, num_after: 2 }));
  expect(idsOf(late.messages)).toEqual(ids.slice(3));
  expect(late).toMatchObject({ anchor: NEWEST, found_anchor: false, found_newest: true });
  const alone = await noah.ok(from(at(times[2] ?? 0), { num_after: 1, include_anchor: false }));
  expect(idsOf(alone.messages)).toEqual([ids[3]]);
  const nothing = await noah.ok(from("2020-01-01", { narrow: [["search", "nothing"]] }));
  expect(nothing).toMatchObject({ messages: [], anchor: NEWEST });
});

test("[messages 4] the anchor `date` requires a date, and works only in GET /messages", async () => {
  const { noah, from } = await written();
  expect(await outcome(from(undefined))).toBe("REQUEST_VARIABLE_MISSING: Missing 'anchor_date' argument");
  expect(await outcome(from("yesterday"))).toBe("BAD_REQUEST: Invalid anchor_date");
  expect(await outcome(from("x".repeat(101)))).toMatch(/^BAD_REQUEST: anchor_date is too long/);
  expect(await outcome(from("never", { anchor: "newest" }))).toBe("ok");
  const narrow = { narrow: [], num_before: 0, num_after: 1, op: "add", flag: "starred" };
  expect(await outcome(noah.post("/messages/flags/narrow", { anchor: "date", ...narrow }))).toBe(
    "BAD_REQUEST: Invalid anchor",
  );
});

test("the anchor `date` uses the messages in the realm while D1 cannot be read", async () => {
  const { noah, ids, times, from } = await written();
  await withDatabase(noah, "refuse", async () => {
    expect((await noah.ok(from(at(times[4] ?? 0)))).anchor).toBe(ids[4]);
  });
});
