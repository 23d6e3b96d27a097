import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { archiveTables } from "../../../../src/archive-format/tables.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { fetchMessages, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const newCast = casts();

const boardOf = (who: Person, channel: number): Promise<Json> => who.ok(who.get(`/streams/${channel}/board`));
const pin = async (who: Person, channel: number, fields: Fields): Promise<number> =>
  (await who.ok(who.post(`/streams/${channel}/pins`, fields))).pin_id;
const shownIn = async (who: Person, channel: number, topic = "board"): Promise<Json[]> =>
  (
    await fetchMessages(who, {
      narrow: [
        ["channel", channel],
        ["topic", topic],
      ],
      apply_markdown: false,
    })
  ).messages;

/** Whether an archive accepts a pin unchanged. */
const isArchivable = (channel_id: number, { topic_name, date_pinned, pin_id, pinned_by, ...pin }: Json): boolean =>
  safeParse(archiveTables.channel_pins, { channel_id, topic: topic_name ?? null, date_pinned, ...pin }).success;

test("pins with long URLs or at the last position fit into the archive format", async () => {
  const { noah } = await newCast();
  const channel = await makeChannel(noah, "kitchen", [noah]);
  const add = (fields: Fields) => noah.post(`/streams/${channel}/pins`, fields);
  await noah.ok(add({ url: `https://tea.example/${"x".repeat(300)}` }));
  await noah.ok(add({ url: "https://tea.example/last", position: 1_000_000 }));
  await noah.ok(add({ url: "https://tea.example/after" }));
  await noah.ok(add({ url: "https://tea.example/again" }));
  // Percent encoding makes it longer than an address can be.
  expect(await outcome(add({ url: `https://tea.example/${"ü".repeat(1900)}` }))).toContain("url is too long");
  expect(await outcome(add({ url: "https://tea.example/nul", title: "a\0b" }))).toContain("title");
  const { pins } = await boardOf(noah, channel);
  for (const one of pins) expect(isArchivable(channel, one), JSON.stringify(one)).toBe(true);
  expect(pins.map(({ url }: Json) => url.slice(20, 25))).toEqual(["xxxxx", "last", "after", "again"]);
});

test("a page with many mentions does not make the board's message too long", async () => {
  const { noah } = await realm();
  const channel = await makeChannel(noah, "kitchen", [noah]);
  const write = (content: string, base_version: number) =>
    noah.ok(noah.patch(`/streams/${channel}/page`, { content, base_version }));
  const untilShown = (text: string) =>
    until(async () => {
      const [message] = await shownIn(noah, channel);
      expect(message?.content).toContain(text);
      return message?.content;
    });
  await write("short", 0);
  await untilShown("short");
  await advanceClock(noah, 61_000);
  await write("@*".repeat(5000), 1);
  expect([...(await untilShown("@_*@_*"))].length).toBeLessThanOrEqual(10_000);
});

test("a topic whose messages are removed one by one loses its pin", async () => {
  const { noah } = await newCast();
  const channel = await makeChannel(noah, "kitchen", [noah]);
  const [one, two] = [
    await sendToChannel(noah, channel, "tea", "one"),
    await sendToChannel(noah, channel, "tea", "two"),
  ];
  await pin(noah, channel, { topic: "tea" });
  await noah.ok(noah.patch(`/messages/${one}`, { topic: "coffee", propagate_mode: "change_one" }));
  await noah.ok(noah.patch(`/messages/${two}`, { topic: "milk", propagate_mode: "change_one" }));
  const { pins } = await boardOf(noah, channel);
  expect(pins.map(({ topic_name }: Json) => topic_name)).toEqual(["milk"]);
});

test("a board is shown in a channel that allows only the empty topic, and in one that forbids it", async () => {
  const { iris, noah } = await newCast();
  for (const topics_policy of ["empty_topic_only", "disable_empty_topic"]) {
    const channel = await makeChannel(iris, `kitchen ${topics_policy}`, [iris, noah], { topics_policy });
    await noah.ok(noah.patch(`/streams/${channel}/page`, { content: "Kettles", base_version: 0 }));
    await until(async () => {
      const { messages } = await fetchMessages(noah, { narrow: [["channel", channel]], apply_markdown: false });
      expect(messages.map(({ content }: Json) => content).join()).toContain("Kettles");
    });
    const { topics } = await noah.ok(noah.get(`/users/me/${channel}/topics`, { allow_empty_topic_name: true }));
    expect(topics.some(({ name }: Json) => name === "board")).toBe(topics_policy === "disable_empty_topic");
  }
});

test("malformed requests get an API error", async () => {
  const { noah, mia, gus } = await newCast();
  const channel = await makeChannel(noah, "kitchen", [noah]);
  const id = await pin(noah, channel, { url: "https://tea.example/" });
  const huge = 10 ** 30;
  const requests: [string, string, Fields][] = [];
  for (const place of ["x", "-1", "1.5", "1e3", "%00", String(huge), "999999"]) {
    requests.push(["GET", `/streams/${place}/board`, {}], ["GET", `/streams/${place}/page/history`, {}]);
    requests.push(["POST", `/streams/${place}/pins`, { url: "https://a.example/" }]);
    requests.push(["PATCH", `/streams/${place}/page`, { content: "x", base_version: 0 }]);
    requests.push(["DELETE", `/streams/${channel}/pins/${place}`, {}]);
    requests.push(["PATCH", `/streams/${channel}/pins/${place}`, { position: 1 }]);
  }
  for (const position of ["", "null", "[]", '"1"', "NaN", "1e999", "-0.1", "1000001", "{}"])
    requests.push(["PATCH", `/streams/${channel}/pins/${id}`, { position }]);
  for (const base_version of ["", "-1", "x", "1.5", "null", String(huge)])
    requests.push(["PATCH", `/streams/${channel}/page`, { content: "x", base_version }]);
  for (const content of ["a\0b", "x".repeat(200_000)])
    requests.push(["PATCH", `/streams/${channel}/page`, { content, base_version: 0 }]);
  for (const url of [
    "",
    "x",
    "//a",
    "data:text/html,x",
    "https://",
    "ftp://a.example/",
    `https://a.example/${"x".repeat(9000)}`,
  ])
    requests.push(["POST", `/streams/${channel}/pins`, { url }]);
  for (const title of ["", " ", "x".repeat(101)]) {
    requests.push(["PATCH", `/streams/${channel}/pins/${id}`, { title }]);
    requests.push(["POST", `/streams/${channel}/pins`, { url: "https://b.example/", title }]);
  }
  for (const message_id of ["", "x", "-5", String(huge), "[1]"])
    requests.push(["POST", `/streams/${channel}/pins`, { message_id }]);
  for (const topic of ["x".repeat(5000), "a\0b", "nowhere"])
    requests.push(["POST", `/streams/${channel}/pins`, { topic }]);
  const call = (who: Person, [method, path, fields]: [string, string, Fields]) =>
    method === "GET"
      ? who.get(path)
      : method === "POST"
        ? who.post(path, fields)
        : method === "PATCH"
          ? who.patch(path, fields)
          : who.delete(path, fields);
  for (const [at, request] of requests.entries()) {
    const who = [noah, mia, gus][at % 3] ?? noah;
    const { status, body } = await call(at % 3 === 2 ? noah : who, request);
    expect(status, `${request[0]} ${request[1]} ${JSON.stringify(request[2]).slice(0, 100)}`).toBeGreaterThanOrEqual(
      400,
    );
    expect(status, `${request[0]} ${request[1]}`).toBeLessThan(500);
    expect(body).toMatchObject({ result: "error", code: expect.any(String), msg: expect.any(String) });
  }
  const board = await boardOf(noah, channel);
  expect(board).toMatchObject({ pins: [{ pin_id: id, position: 0 }], page: { version: 0 } });
});
