import { expect, test } from "vitest";
import { logRequest, type RequestTrail } from "../../src/logging/request-lines.ts";
import { logLines } from "../support/log-lines.ts";
import { withEnv } from "../support/object.ts";
import { realm } from "../support/organization.ts";

const trail: RequestTrail = {
  request: "r1",
  method: "GET",
  route: "GET /messages",
  subdomain: "harbour",
  realm: 7,
  user: 8,
};
const poll: RequestTrail = { ...trail, background: true };
const context = { waitUntil: () => {} };
const never = { bytes: () => Uint8Array.of(255, 255) };
const always = { bytes: () => Uint8Array.of(0, 0) };

test.each([
  ["a failure", trail, { status: 500, ms: 3 }, never, [{ level: "warn", status: 500 }]],
  ["a slow request", trail, { status: 200, ms: 2001 }, never, [{ level: "info", ms: 2001 }]],
  ["a refusal", trail, { status: 400, ms: 3 }, never, []],
  ["a success", trail, { status: 200, ms: 3 }, never, []],
  ["one in a hundred successes", trail, { status: 200, ms: 3 }, always, [{ status: 200, one_in: 100 }]],
  ["a poll that waits", poll, { status: 200, ms: 50_000 }, always, []],
  ["a poll that fails", poll, { status: 503, ms: 3 }, never, [{ level: "warn", status: 503, background: true }]],
])(
  "LOG_REQUESTS=problems logs only failures, slow requests, and a sample of the rest: %s",
  (_, about, outcome, random, expected) => {
    const lines = logLines();
    logRequest(about, outcome, { logRequests: "problems" }, context, random);
    expect(lines.of("request")).toEqual(
      expected.map((line) =>
        expect.objectContaining({ ...line, request: "r1", subdomain: "harbour", realm: 7, user: 8 }),
      ),
    );
  },
);

test("about one in a hundred requests is logged as a sample", () => {
  const lines = logLines();
  for (let n = 0; n < 20_000; n++) logRequest(trail, { status: 200, ms: 3 }, { logRequests: "problems" }, context);
  expect(lines.texts.length).toBeGreaterThan(100);
  expect(lines.texts.length).toBeLessThan(300);
});

test("buffered lines are written together, each complete", () => {
  const lines = logLines();
  for (let n = 0; n < 200; n++) logRequest(trail, { status: 200, ms: n }, { logRequests: "gathered" }, context);
  expect(lines.of("request").map(({ ms }) => ms)).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test("polls and presence pings are background requests, unlike sending a message", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  const lines = logLines();
  await withEnv({ LOG_REQUESTS: "each" }, async () => {
    await queue.events();
    await noah.ok(noah.post("/users/me/presence", { status: "active" }));
    await noah.ok(noah.post("/messages", { type: "channel", to: "general", topic: "t", content: "Hello" }));
  });
  expect(lines.of("request").map(({ route, background }) => [route, background])).toEqual([
    ["GET /events", true],
    ["POST /users/me/presence", true],
    ["POST /messages", undefined],
  ]);
  expect(lines.of("request")[0]).toMatchObject({
    status: 200,
    method: "GET",
    realm: expect.any(Number),
    user: noah.id,
  });
});
